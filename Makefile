# Everything a developer or a club types. Each target builds what it needs: `make run` on a fresh
# clone is enough. Nothing is downloaded once the environment stands.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
HOST ?= 127.0.0.1
PORT ?= 8000
export HOST PORT

.PHONY: setup run demo test test-long browser check bench fmt messages screenshots
.DEFAULT_GOAL := help

help:
	@echo "make run          start everything (PORT=8000, HOST=0.0.0.0 for the whole hall)"
	@echo "make demo         the same, with a tournament to watch"
	@echo "make setup        build the environment only"
	@echo "make check        format, lint, types, layers, migrations, translations"
	@echo "make test         all tests but the long ones; make test-long: those"
	@echo "make fmt          format;  make messages: collect strings to translate"
	@echo "make bench        measure;  make screenshots: take docs/img anew"

# The environment follows the lock: it is built anew when the lock's content changed.
setup: $(STAMP)

$(STAMP): requirements-dev.lock
	@PYTHON="$(PYTHON)" sh .ci/setup "$(VENV)" requirements-dev.lock

run: setup
	@exec $(BIN)/python -m config.run

demo: setup
	@exec $(BIN)/python -m config.run --demo

browser: setup
	@sh .ci/browser $(BIN)

# First what has the rows to itself, then what shares them with running processes.
PROCESSES := tests/live tests/e2e tests/bringup
test: setup browser
	$(BIN)/pytest -q -n 2 --dist loadfile --durations=5 $(PROCESSES:%=--ignore=%)
	$(BIN)/pytest -q -n 2 --dist loadfile --durations=5 $(PROCESSES)

test-long: setup browser
	HYPOTHESIS_PROFILE=wide $(BIN)/pytest -m long

check: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python manage.py makemigrations --check --dry-run
	$(BIN)/pytest -q tests/architecture/test_translations.py

fmt: setup
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

messages: setup
	$(BIN)/python manage.py makemessages --all --no-location --no-obsolete --ignore .venv
	$(BIN)/python manage.py makemessages --all --domain djangojs --no-location --no-obsolete --ignore .venv --ignore static/vendor

bench: setup
	$(BIN)/python bench/run.py

screenshots: setup browser
	$(BIN)/python docs/screenshots.py
