"""Exit 0 when /healthz at an address is well, or when the one process it is asked about is."""

import http.client
import json
import sys


def main(host: str, port: str, part: str = "status") -> int:
    """Ask, as a container's health check; the Host is one that every installation allows."""
    line = http.client.HTTPConnection(host, int(port), timeout=5)
    try:
        line.request("GET", "/healthz", headers={"Host": "localhost"})
        report = json.load(line.getresponse())
    except (OSError, ValueError, http.client.HTTPException) as error:
        sys.stderr.write(f"{host}:{port} does not answer: {error}\n")
        return 1
    sys.stdout.write(json.dumps(report) + "\n")
    return 0 if report.get(part) == "ok" else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
