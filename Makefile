# `make play` plays, `make test` tests, `make check` lints, `make bench` measures, `make docs` builds
# the documentation in dist/manual/site.
# Each sets up what it needs in .venv; only Python ≥ 3.11 and make must be there.

PYTHON ?= python3
ifeq ($(OS),Windows_NT)
BIN := .venv/Scripts
else
BIN := .venv/bin
endif
READY := .venv/ready
TESTS ?= auto

.PHONY: play test check bench docs slow lock clean

play: $(READY)
	$(BIN)/ludotheque serve --browser

test: $(READY)
	$(BIN)/python -m pytest -n $(TESTS)

slow: $(READY)
	$(BIN)/python -m pip install --quiet -e '.[train]'
	$(BIN)/python -m pytest -m slow

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -c "import hatch_build; hatch_build.npm('run', '--silent', 'check')"

bench: $(READY)
	$(BIN)/python -m benchmarks.run $(GAMES)

docs: $(READY) .venv/docs
	$(BIN)/python -m manual
	$(BIN)/zensical build --clean --strict --config-file dist/manual/zensical.toml

.venv/docs: requirements-docs.txt $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-docs.txt
	$(BIN)/python -c "import pathlib; pathlib.Path('.venv/docs').touch()"

# Requirement files: every version and hash, and no host. For developers, and for a house
# (deploy/Containerfile); of the latter a bill of materials too, to go with a release.
COMPILE = $(BIN)/python -m uv pip compile --quiet --universal --generate-hashes \
  --python-version 3.11 --no-emit-index-url --no-emit-find-links \
  --custom-compile-command "make lock" pyproject.toml
lock:
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv cyclonedx-bom
	$(COMPILE) --extra dev --extra research -o requirements-dev.txt
	$(COMPILE) --extra postgres --constraint requirements-dev.txt -o requirements.txt
	$(COMPILE) --extra docs --constraint requirements-dev.txt -o requirements-docs.txt
	$(BIN)/python -c "import pathlib; pathlib.Path('dist').mkdir(exist_ok=True)"
	$(BIN)/cyclonedx-py requirements --pyproject pyproject.toml --output-reproducible \
	  --output-format JSON --output-file dist/sbom.json requirements.txt

$(READY): pyproject.toml requirements-dev.txt $(wildcard src/ludotheque/web/client/*.ts)
	$(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 11) and 'Python 3.11 or newer is needed: make PYTHON=python3.12')"
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	$(BIN)/python -c "import pathlib; pathlib.Path('$(READY)').touch()"

clean:
	$(PYTHON) -c "import shutil; [shutil.rmtree(d, ignore_errors=True) for d in ('.venv', 'dist', '.mypy_cache', '.ruff_cache', '.pytest_cache', '.import_linter_cache')]"
