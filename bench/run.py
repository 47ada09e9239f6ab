"""Everything `make bench` measures, one after the other; each program also runs alone."""

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent


def main() -> int:
    """Run each measuring program of this folder; the exit code of the first that fails."""
    for program in sorted(HERE.glob("*.py")):
        if program == Path(__file__).resolve():
            continue
        print(f"== {program.name}", flush=True)
        done = subprocess.run([sys.executable, str(program)], cwd=HERE.parent, check=False)
        if done.returncode:
            return done.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())
