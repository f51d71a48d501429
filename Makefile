# Needs Python 3.11, 3.12 or 3.13 and make; everything else is installed into .venv from the hashed lock.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
# Of the drills of the nightly tests; a new one each day.
SEED ?= $(shell date +%Y%m%d)

# Commands started by the tests would compile everything anew each time.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: setup demo test test-fast test-nightly check scripts format messages editions bench bench-long lock clean

setup: $(READY)

$(READY): requirements.lock pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $(READY)

demo: $(READY)
	$(BIN)/recoup demo

test: $(READY)
	$(BIN)/python -m tests.browser
	$(BIN)/python -m pytest --numprocesses auto --dist worksteal

test-fast: $(READY)
	$(BIN)/python -m pytest --numprocesses auto -m "not slow and not nightly"

test-nightly: $(READY)
	$(BIN)/python -m tests.browser
	$(BIN)/python -m pytest --numprocesses auto -m nightly
	EXAMPLES=further $(BIN)/python -m pytest --numprocesses auto --hypothesis-seed $(SEED) -m hypothesis
	$(BIN)/recoup drill --game roulette --rounds 20000 --seed $(SEED)
	$(BIN)/recoup drill --game baccarat --rounds 20000 --seed $(SEED)
	for house in eca-blackjack scb fbj ccl; do \
		$(BIN)/recoup drill --game blackjack --rulebook $$house --rounds 5000 --seed $(SEED) || exit 1; done

check: $(READY) scripts
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

# The types of the pages' scripts, where npm can fetch what reads them.
scripts:
	@if command -v npm >/dev/null && npm ci --silent --no-audit --no-fund; then node_modules/.bin/tsc --project tsconfig.json; \
	else echo "no npm, or no registry: the types of the pages' scripts are not checked"; fi

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

messages: $(READY)
	$(BIN)/python -m projections.messages.extract

# After an edition's text was changed before its release.
editions: $(READY)
	$(BIN)/python -m projections.edition_digests --write

bench: $(READY)
	$(BIN)/python -m bench

bench-long: $(READY)
	$(BIN)/python -m bench long
	$(BIN)/python -m bench.mimic

lock:
	$(PYTHON) -m venv .venv-lock
	.venv-lock/bin/python -m pip install --quiet uv
	.venv-lock/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--no-header --extra postgres --extra dask --extra oidc --extra footage --group dev pyproject.toml --output-file requirements.lock
	.venv-lock/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--no-header --extra postgres --extra oidc --extra footage --group build --constraint requirements.lock pyproject.toml \
		--output-file deploy/requirements.lock
	rm -rf .venv-lock

clean:
	rm -rf .venv demo-out .mypy_cache .pytest_cache .ruff_cache
