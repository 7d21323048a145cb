# `make help` lists what there is. Every target sets up its own .venv on a bare machine with Python 3.11+ and make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
LOCK = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --strip-extras \
	--custom-compile-command 'make lock' $(ARGS)

AUDIT = pip-audit@2.9.0 --require-hashes --disable-pip --requirement requirements/server.txt

# Modules of tests are compiled once, not by every process anew.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help play services test quick lint bench lock audit words soak contact-sheet screenshots docs docs-links clean

help:  ## this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

$(READY): pyproject.toml requirements/dev.txt
	$(PYTHON) -c 'import sys; sys.exit("Tripolis needs Python 3.11 or newer; try make PYTHON=python3.12") if sys.version_info < (3, 11) else None'
	@echo 'Tripolis is being installed into $(VENV), only this once. This takes a minute or two.'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --require-hashes --requirement requirements/dev.txt
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $(READY)

play: $(READY)  ## play in the browser (make play ARGS=--terminal for the terminal)
	@$(BIN)/tripolis play $(ARGS)

services:  ## what some tests need beside Python (root installs it in CI, or with TRIPOLIS_INSTALL=1)
	@tools/services

test: $(READY) services  ## all tests
	$(BIN)/python -m pytest -n 4 $(ARGS)

quick: $(READY)  ## the tests that need no server and no browser: less than a minute
	$(BIN)/python -m pytest -n 2 -m quick $(ARGS)

lint: $(READY)  ## format, lint, types, layers
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

bench: $(READY)  ## speed of the rules, and of public engines beside them
	$(BIN)/tripolis bench --json
	$(BIN)/python benchmarks/peers.py --out build/bench
	$(BIN)/python benchmarks/envs.py --out build/bench/envs.json
	$(BIN)/python benchmarks/load.py --out build/bench/load.json

lock: $(READY)  ## the versions and hashes in requirements/, made again from pyproject.toml (ARGS=--upgrade takes newer ones)
	$(LOCK) --extra dev --output-file requirements/dev.txt pyproject.toml
	echo hatchling | $(LOCK) --extra postgres --constraint requirements/dev.txt --output-file requirements/server.txt pyproject.toml -

audit: $(READY)  ## known weaknesses of the locked versions, and the list of parts in build/parts.json (needs the web)
	mkdir -p build
	$(BIN)/uv tool run $(AUDIT) --format cyclonedx-json --output build/parts.json || true
	$(BIN)/uv tool run $(AUDIT)

words: $(READY)  ## bring the catalogues of all languages up to date
	$(BIN)/python -m tripolis.engine.words

soak: $(READY) services  ## the long version of the tests: everything that the project claims
	TRIPOLIS_SOAK=1 $(BIN)/python -m pytest -n 2 -o faulthandler_timeout=0 --durations=25 $(ARGS)
	$(BIN)/python tools/breakages.py
	$(BIN)/python benchmarks/load.py --seconds 600 --out build/bench/load-soak.json

contact-sheet: $(READY)  ## every symbol of the art, into build/contact
	$(BIN)/python tools/contact.py quadropolis --out build/contact/quadropolis
	$(BIN)/python tools/contact.py metropolys --out build/contact/metropolys
	$(BIN)/python tools/contact.py ubuild --out build/contact/ubuild

screenshots: $(READY) services  ## every page in light, dark and on a phone, into docs/images
	$(BIN)/python tools/screenshots.py

docs: $(READY)  ## this project's site, into build/docs: no warning, no dead link
	$(BIN)/sphinx-build -q -W --keep-going -d build/doctrees docs build/docs
	@echo build/docs/index.html

docs-links: $(READY)  ## do addresses outside still answer? (needs the web)
	$(BIN)/sphinx-build -q -b linkcheck -d build/doctrees docs build/docs-links

clean:  ## remove what make has made
	rm -rf $(VENV) build docs/made .mypy_cache .ruff_cache .pytest_cache
