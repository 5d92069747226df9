# Everything runs from .venv, which the first target that needs it creates. Needs Python >= 3.11, make and PyPI.

# The first interpreter on PATH that is new enough; PYTHON=... overrides.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	"$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$$p" && break; done)
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.isaopt-installed
OUT    := out
JOBS   ?= 2

.DEFAULT_GOAL := help
#: The environment may forbid it, and every process of the tests would compile all modules anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help venv hip test quick lint format demo docs kernels tables clean

help: ## show the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

venv: $(STAMP) ## create .venv with isaopt (editable), the toolchain and the development tools

# The interpreter is a prerequisite of its own, so that an environment made by other means is completed, not replaced.
# Where the system's Python lacks ensurepip, its own pip installs pip into the new environment.
$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "error: Python 3.11 or newer is needed (PYTHON=/path/to/python3 make ...)" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV) || { \
		$(PYTHON) -m venv --clear --without-pip $(VENV) && \
		$(PYTHON) -m pip --python $(BIN)/python install --quiet pip; }

$(STAMP): pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[toolchain,dev]'
	@touch $@

hip: venv ## HIP's headers, runtime and compiler for the tests, from Debian's packages where apt-get has them
	$(BIN)/python scripts/fetch_hip.py $(VENV)/hip

test: lint hip ## ruff, mypy and the tests
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal

quick: venv ## ruff and the fast tests of what was changed since main, in under a minute
	$(BIN)/ruff check -q .
	$(BIN)/python scripts/quick.py -n $(JOBS) --dist worksteal

lint: venv ## ruff and mypy only
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: venv ## rewrite the Python sources in the house format
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

demo: venv ## optimise the SGEMM kernel, build the .hsaco, show before and after
	@mkdir -p $(OUT)
	$(BIN)/isaopt opt kernels_s/sgemm_gfx1100.s -o $(OUT)/sgemm_gfx1100.s --report $(OUT)/sgemm_gfx1100.html \
		--assume buffers-under-4gib --assume nonneg-index
	$(BIN)/isaopt build $(OUT)/sgemm_gfx1100.s -o $(OUT)/sgemm_gfx1100.hsaco
	@echo
	@echo "$(OUT)/sgemm_gfx1100.s      the kernel, rewritten and proved equal"
	@echo "$(OUT)/sgemm_gfx1100.hsaco  the code object to load"
	@echo "$(OUT)/sgemm_gfx1100.html   every instruction that changed, with its banks"

docs: venv ## the documentation, to out/docs/index.html
	$(BIN)/python -m sphinx -q -W --keep-going -b html docs $(OUT)/docs

kernels: venv ## compile kernels_s/ again from its sources (needs clang >= 19)
	$(BIN)/python scripts/gen_kernels.py

tables: venv ## generate the instruction tables again: LLVM19=llvm-project/llvm, LLVM22=.. (needs their llvm-tblgen)
	$(if $(LLVM19)$(LLVM22),,$(error name the llvm directory of a source tree: make tables LLVM19=llvm-project/llvm))
	$(if $(LLVM19),$(BIN)/python scripts/gen_isa_tables.py --release 19 --source $(LLVM19))
	$(if $(LLVM22),$(BIN)/python scripts/gen_isa_tables.py --release 22 --source $(LLVM22))

clean: ## remove what was built, keep .venv
	rm -rf $(OUT) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis *.egg-info
	find isaopt tests scripts -name __pycache__ -type d -prune -exec rm -rf {} +
