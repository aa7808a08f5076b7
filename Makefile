# Everything that developers and CI run. A fresh machine needs git, make, a C++20 compiler and
# Python 3.11 with venv; all else is installed into .venv. `make help` lists the targets.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

# Set on the command line to change them: make test PYTHON=python3.13 ARGS="-k golden -x"
PYTHON ?= python3
JOBS ?= 2
# Of the Python tests: one more than cores, for many tests wait for a server, a browser or a time-out.
WORKERS ?= $(shell expr $(JOBS) + 1)
ARGS ?=
SECONDS ?= 60

VENV := .venv
BIN := $(VENV)/bin
CMAKE_DIR := build/py
ASAN := build/asan
ASAN_PYTHON := $(ASAN)/venv/bin/python

# A stamp is newer than all that its step has read, so a step that has nothing to do takes no time.
SETUP_STAMP := $(VENV)/.setup-done
BUILD_STAMP := $(CMAKE_DIR)/.build-done
ASAN_STAMP := $(ASAN)/.build-done

# Editing the configuration of a tool in pyproject.toml runs both steps again; they take seconds then.
BUILD_FILES := CMakeLists.txt pyproject.toml $(shell find cpp tests/cpp tests/fuzz -name '*.?pp' -o -name CMakeLists.txt)
PACKAGE_FILES := $(shell find python service -name '*.py' -o -name '*.pyi' -o -name '*.toml')
CXX_FILES = $$(find cpp tests bench -name '*.?pp')

export CMAKE_BUILD_PARALLEL_LEVEL := $(JOBS)
# What ccache has compiled in one clone serves another.
export CCACHE_BASEDIR ?= $(CURDIR)
export CCACHE_NOHASHDIR ?= 1
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_NO_INPUT := 1
# The tests start some hundred programs: what one of them has compiled serves the next.
unexport PYTHONDONTWRITEBYTECODE

say = @printf '\033[1m%s\033[0m\n' "$(1)"
PIP = $(BIN)/python -m pip --quiet --quiet
PYTEST = -m pytest $(ARGS)

.PHONY: help setup build test test-long demo lint lint-python lint-types lint-stubs lint-cpp lint-clang format sanitize-build sanitize sanitize-long fuzz faults tables bench bench-check bench-peers docs wheel clean distclean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

# uv takes seconds where pip takes a minute and a half. It doesn't read pip's configuration, so pip steps in where
# that names the only index there is.
setup: $(SETUP_STAMP) ## Create .venv with the build tools and the development dependencies

$(SETUP_STAMP): pyproject.toml tools/requirements.py
	$(call say,Setting up $(VENV))
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "arbitre needs Python 3.11 or newer: make $(MAKECMDGOALS) PYTHON=/path/to/python3" >&2; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(PYTHON) tools/requirements.py dev > $(VENV)/requirements.txt
	@$(PIP) install uv
	@$(BIN)/uv pip install --quiet --python $(BIN)/python -r $(VENV)/requirements.txt \
	  || $(PIP) install -r $(VENV)/requirements.txt
	@touch $@

build: $(BUILD_STAMP) ## Build the engine and install the packages into .venv, editable

$(BUILD_STAMP): $(SETUP_STAMP) $(BUILD_FILES)
	$(call say,Building the engine and its tests)
	@$(PIP) install --no-build-isolation --no-deps \
	  --config-settings build-dir=$(CMAKE_DIR) \
	  --config-settings cmake.define.ARBITRE_WERROR=ON \
	  --config-settings cmake.define.ARBITRE_TESTS=ON \
	  --editable .
	@touch $@

test: $(BUILD_STAMP) ## Run the C++ tests, then the Python tests (ARGS="..." goes to pytest)
	$(call say,C++ tests)
	@$(BIN)/ctest --test-dir $(CMAKE_DIR) --no-tests=error --output-on-failure --parallel $(JOBS)
	$(call say,Python tests)
	@$(BIN)/python $(PYTEST) -n $(WORKERS) --dist worksteal -p no:benchmark

test-long: ## The same in the long form; takes hours (ARGS="tests/games" for a part)
	@ARBITRE_LONG=1 $(MAKE) test

demo: $(BUILD_STAMP) ## Play matches through the HTTP service: a refusal, a match of bots with its log and picture, the speed
	@$(BIN)/python tools/demo.py

lint: lint-python lint-types lint-stubs lint-cpp lint-clang ## Check style, types, formatting and stubs

lint-python: $(SETUP_STAMP)
	$(call say,ruff)
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check

lint-types: $(SETUP_STAMP)
	$(call say,mypy --strict)
	@$(BIN)/mypy

lint-stubs: $(BUILD_STAMP)
	$(call say,stubs)
	@$(BIN)/python tools/stubs.py --check

lint-cpp: $(SETUP_STAMP)
	$(call say,clang-format)
	@$(BIN)/clang-format --dry-run -Werror $(CXX_FILES)

# The files that instantiate each engine, and the fuzz targets: all that templates hold is compiled there.
CLANG_FILES := cpp/arbitre/core/referee.cpp $(wildcard cpp/arbitre/games/*/referee.cpp tests/fuzz/*.cpp)
CLANG_FLAGS := -std=c++20 -Icpp -Itests/cpp -Itests/cpp/toy -Itests/fuzz -DARBITRE_TEST_RULES=\"\"

lint-clang: $(SETUP_STAMP)
	$(call say,clang-tidy)
	@printf '%s\n' $(CLANG_FILES) | xargs -P $(JOBS) -I{} $(BIN)/clang-tidy --quiet {} -- $(CLANG_FLAGS)

format: $(SETUP_STAMP) ## Rewrite the sources as the linters want them
	@$(BIN)/ruff check --fix-only
	@$(BIN)/ruff format
	@$(BIN)/clang-format -i $(CXX_FILES)

# --- Sanitizers ---------------------------------------------------------------------------------
# The suites that reach native code run once more with an engine built with ASan and UBSan, which
# also checks every invariant after every move. That build lives in a virtual environment of its own,
# which borrows the dependencies of .venv through a .pth file: such a file doesn't run those of the
# folder it names, so the editable build stays out of sight.

# The Python that loads the module isn't instrumented: the runtimes come first, by preload. Python
# leaks at exit by design. With malloc behind every object, overruns of Python's own buffers show.
# Fake stacks (stack-use-after-return) are for the C++ tests only: the interpreter crawls on them.
ASAN_OPTIONS := abort_on_error=1
UBSAN_OPTIONS := halt_on_error=1:print_stacktrace=1
runtime = $(shell $(CXX) -print-file-name=$(1))
ASAN_ENV = ASAN_OPTIONS=$(ASAN_OPTIONS):detect_leaks=0 UBSAN_OPTIONS=$(UBSAN_OPTIONS) PYTHONMALLOC=malloc \
  LD_PRELOAD="$(call runtime,libasan.so) $(call runtime,libstdc++.so.6)"
# The short form runs the golden cases from Python; `make sanitize-long` all that reaches native code.
ASAN_SUITES ?= tests/golden
ASAN_LONG := tests/golden tests/conformance tests/games tests/perft tests/match tests/replays tests/bots

sanitize-build: $(ASAN_STAMP) ## Build the engine with ASan and UBSan

sanitize: $(ASAN_STAMP) ## Run the C++ tests and the golden cases under ASan and UBSan
	$(call say,C++ tests under the sanitizers)
	@ASAN_OPTIONS=$(ASAN_OPTIONS):detect_stack_use_after_return=1:strict_string_checks=1 UBSAN_OPTIONS=$(UBSAN_OPTIONS) \
	  $(BIN)/ctest --test-dir $(ASAN)/cmake --no-tests=error --output-on-failure --parallel $(JOBS)
	$(call say,Python tests under the sanitizers)
	@env $(ASAN_ENV) $(ASAN_PYTHON) $(PYTEST) -m "not slow" -n $(JOBS) -p no:benchmark -p no:cacheprovider \
	  -o "pythonpath=tests $(ASAN)/cmake/tests/cpp" $(ASAN_SUITES)

sanitize-long: ## Run every suite that reaches native code under the sanitizers; takes long
	@ARBITRE_GAMES=2000 $(MAKE) sanitize ASAN_SUITES="$(ASAN_LONG)"

$(ASAN_STAMP): $(SETUP_STAMP) $(BUILD_FILES) $(PACKAGE_FILES)
	$(call say,Building the engine with sanitizers)
	@test -x $(ASAN_PYTHON) || $(BIN)/python -m venv --without-pip $(ASAN)/venv
	@$(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))' \
	  > $$($(ASAN_PYTHON) -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/borrowed.pth
	@$(ASAN_PYTHON) -m pip --quiet --quiet install --no-build-isolation --no-deps --force-reinstall --no-compile \
	  --config-settings build-dir=$(ASAN)/cmake \
	  --config-settings cmake.build-type=Debug \
	  --config-settings cmake.define.ARBITRE_WERROR=ON \
	  --config-settings cmake.define.ARBITRE_TESTS=ON \
	  --config-settings cmake.define.ARBITRE_SANITIZE=ON \
	  .
	@touch $@

# ------------------------------------------------------------------------------------------------

fuzz: $(BUILD_STAMP) ## Run each libFuzzer target for SECONDS=60 (ARGS="wire" for one of them)
	@$(BIN)/python tools/requirements.py fuzz > $(VENV)/fuzz.txt
	@$(PIP) install -r $(VENV)/fuzz.txt
	@$(BIN)/python tools/fuzz.py --seconds $(SECONDS) $(ARGS)

faults: $(BUILD_STAMP) ## Kill the service twenty times while clients play, with each database (ARGS="--kills 5" for less)
	@$(BIN)/python tests/faults/kill.py $(ARGS)
	@$(BIN)/python tests/faults/kill_postgres.py $(ARGS)

tables: $(BUILD_STAMP) ## Compute the perft tables, snapshots and fuzz seeds anew; review the difference
	@cd tests && ../$(BIN)/python -m support.tables
	@$(BIN)/python tools/fuzz_seeds.py
	@git diff --stat -- tests

bench: $(BUILD_STAMP) ## Measure all; JSON in bench/results/latest.json (ARGS="--game sept_solines -k playouts")
	@$(BIN)/python -m bench $(ARGS)

bench-check: $(BUILD_STAMP) ## The same; fails when a ratio is 20 % below bench/baseline.toml
	@$(BIN)/python -m bench --check $(ARGS)

bench-peers: $(BUILD_STAMP) ## The same with OpenSpiel, python-chess and PettingZoo, installed into .venv
	$(call say,Installing the peers)
	@$(BIN)/python tools/requirements.py peers > $(VENV)/peers.txt
	@$(PIP) install -r $(VENV)/peers.txt
	@$(BIN)/python -m bench $(ARGS)

docs: $(BUILD_STAMP) ## Write the generated pages anew and build the documentation into build/site, strictly
	@$(BIN)/python tools/docs_cli.py
	@$(BIN)/python tools/docs_http.py
	@$(BIN)/python tools/docs_cards.py
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --clean

wheel: $(SETUP_STAMP) ## Build a wheel into dist and prove that it runs where there is no compiler
	$(call say,Building the wheel)
	@$(PIP) wheel --no-build-isolation --no-deps --wheel-dir dist .
	$(call say,Running it without a compiler)
	@$(BIN)/python tools/check_wheel.py

clean: ## Remove what was built, but not .venv
	@rm -rf build dist
	@find . -path ./$(VENV) -prune -o -type d \( -name __pycache__ -o -name '.*_cache' -o -name .hypothesis \
	  -o -name .benchmarks \) -prune -exec rm -rf {} +

distclean: clean ## Remove .venv too
	@rm -rf $(VENV)
