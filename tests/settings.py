"""Settings of the tests: the product's own, on embedded servers in a folder of their own."""

import os
from pathlib import Path

# Before the product's settings are read, since they read the environment.
os.environ.setdefault("DATA_DIR", str(Path(__file__).parent.parent / ".data" / "test"))
os.environ.setdefault("EMBEDDED_FSYNC", "off")
os.environ["LAYER_PREFIX"] = f"test{os.getpid()}"

from config import embedded
from config.prepare import compile_translations

embedded.ensure()
compile_translations()

from config.settings import *  # noqa: E402, F403
from config.settings import DATABASES  # noqa: E402

DATABASES["default"]["TEST"] = {"NAME": f"test_{os.getpid()}"}
DATABASES["default"]["OPTIONS"]["pool"] = {"min_size": 1, "max_size": 16}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
