# hexpost: everything sets itself up on first use.   make demo   make test   make check

PYTHON ?= python3
VENV   ?= .venv
BIN     = $(VENV)/bin
READY   = $(VENV)/.ready
GAME   ?= raceforberlin
GAMES  ?= 200
SEED   ?= 1
SECONDS ?= 60
COUNT  ?= 100
PEER_PYTHON ?= python3.12 python3.13 python3.14

.DEFAULT_GOAL := help
.PHONY: help demo test slow long timed fuzz check check-all lint docs types imports format bench coverage house soak oracles mutants pictures release clean \
        kills workers cuts forgeries referee twins

help:
	@echo "make demo     play the opening of Race for Berlin by e-mail, and say what to look at"
	@echo "              (of Königsberg '45: make demo GAME=koenigsberg45; of 48th Panzer Korps: GAME=panzerkorps48)"
	@echo "make test     the tests of everything a change is likely to break, in four minutes on two cores"
	@echo "make check    format, lint, pages, types, imports, make timed, make test: what must hold before a change goes in"
	@echo "make check-all the same, then the tests which take long: before a release, and after changes to scans"
	@echo "make format   put the code in its one format"
	@echo "make docs     build the pages as a site in out/docs, and check every link; needs no network"
	@echo "make bench    measure, beside peers where there are any (one needs PEER_PYTHON=python3.12)"
	@echo "make fuzz     letters, orders, saves and rehearsals changed at random, for SECONDS=60, then letters in"
	@echo "              each game for as long (SEED=...)"
	@echo "make kills    COUNT=100 times in each game, hexpost is killed at work: nothing is lost, nothing done twice"
	@echo "make workers  the same with two workers at one PostgreSQL (COUNT=20)"
	@echo "make cuts     COUNT=100 connections to mail servers cut in each game: nothing lost, nothing done twice"
	@echo "make forgeries COUNT=200 forged records of the dice of each game: both checks find them all"
	@echo "make referee  a dishonest referee tries all commands on copies of desks, in each game: no die changes"
	@echo "make twins    twin desks, which differ in what one side hides, in each game: the other side sees the same"
	@echo "make soak     GAMES=200 whole games by random players (GAME=raceforberlin SEED=1)"
	@echo "make oracles  COUNT=2000 random positions of GAME=raceforberlin against a second reading of its rulebook (SEED=1)"
	@echo "make mutants  take COUNT=100 rules out of a game's code, one by one: which tests notice? (GAME SEED=1)"
	@echo "make coverage how much of the code the quick tests run"
	@echo "make house    lines of each game, files of each question, folders of many modules, circles of imports"
	@echo "make pictures draw the pictures of the pages again"
	@echo "make release  build the archives twice alike into dist/, and try them on each Python there is"
	@echo "make clean    remove everything that was made"

demo: $(READY)
	@$(BIN)/hexpost demo $(GAME)

# UNDER is a command that runs the quick tests, such as .ci/elsewhere: on another date, in another zone and locale.
# What was compiled is kept, whatever the environment says: tests start many processes.
test timed slow long: export PYTHONDONTWRITEBYTECODE =

test: $(READY)
	@$(UNDER) $(BIN)/python -m pytest -n auto --dist worksteal -m "not slow and not long and not timed" --hypothesis-profile=quick

# Seconds of this machine are measured while nothing else runs.
timed: $(READY)
	@$(BIN)/python -m pytest -n 0 -m timed

# PART=3/12 runs one test of twelve; PART=1/12 and so on to 12/12 run all of them.
slow: $(READY)
	@$(BIN)/python -m pytest -n auto --dist worksteal -m "(slow or hypothesis) and not long and not timed" $(if $(PART),--part $(PART))

long: $(READY)
	@$(BIN)/python -m pytest -n auto --dist worksteal -m long

check: lint docs types imports timed test

# With SEED given that one, else another each time; it is printed.
fuzz: $(READY)
	@$(BIN)/python -m pytest -q tests/adjudicator/test_fuzz.py --fuzz-seconds $(SECONDS) \
	  --fuzz-seed $(if $(filter command environment,$(firstword $(origin SEED))),$(SEED),-1)

# Each is a test that takes a moment elsewhere, in all games and for longer. Processes of a run share the cores.
SIEGE = $(BIN)/python -m pytest -q -n auto --tries $(COUNT)
kills workers cuts forgeries referee twins: export PYTHONDONTWRITEBYTECODE =
workers: COUNT = 20
forgeries: COUNT = 200

kills: $(READY)
	@$(SIEGE) tests/adjudicator/test_kills.py -k every_game -m "not long"

workers: $(READY)
	@$(SIEGE) tests/adjudicator/test_workers.py -k in_every_game -m "not long"

cuts: $(READY)
	@$(SIEGE) tests/mailbox/test_killed.py -k in_any_game -m "not long"

forgeries: $(READY)
	@$(SIEGE) tests/adjudicator/test_dice_record.py -k forged_record

referee: $(READY)
	@$(SIEGE) tests/adjudicator/test_dishonest_referee.py

twins: $(READY)
	@$(SIEGE) tests/games/test_twin_desks.py

check-all: check slow long fuzz

lint: $(READY)
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .

# Warnings are errors: a link or an anchor that leads nowhere, a page that is in no part of the site.
docs: $(READY)
	@$(BIN)/mkdocs build

types: $(READY)
	@$(BIN)/mypy

imports: $(READY)
	@$(BIN)/lint-imports --no-logo

format: $(READY)
	@$(BIN)/ruff check --fix-only --quiet .
	@$(BIN)/ruff format .

bench: $(VENV)/.ready-bench
	@$(BIN)/python -m bench

# Of the quick tests alone; what runs in a process of its own is not seen.
coverage: $(READY)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation -e '.[coverage]'
	@$(BIN)/python -m pytest -n auto --dist worksteal -m "not slow and not long and not timed" --hypothesis-profile=quick --cov --cov-report=
	@echo "Lines and branches that the quick tests ran, in percent: $$($(BIN)/coverage report --format=total)"

soak: $(READY)
	@$(BIN)/hexpost play $(GAME) --bots random --games $(GAMES) --seed $(SEED)

oracles: COUNT = 2000
oracles: $(READY)
	@$(BIN)/python -m tests.oracles $(GAME) --seed $(SEED) --count $(COUNT)

mutants: $(READY)
	@$(BIN)/python -m bench.mutants $(GAME) --seed $(SEED) --count $(COUNT) $(if $(CLAUSE),--clause $(CLAUSE))

house: $(READY)
	@$(BIN)/python -m bench.house

pictures: $(READY)
	@$(BIN)/python docs/pictures.py

release: $(READY)
	@.ci/release

clean:
	@rm -rf $(VENV) .coverage build dist demo out *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The environment: made once, made again when the locked versions or the project's own description change.
$(READY): requirements-dev.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "hexpost needs Python 3.11 or newer; $(PYTHON) is not. Try: make PYTHON=python3.12"; exit 1; }
	@test -x $(BIN)/pip || echo "Setting up hexpost in $(VENV)/ (once; a minute or two) ..."
	@test -x $(BIN)/pip || $(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	  $(PYTHON) -m pip --version >/dev/null 2>&1 || \
	  { echo "This Python cannot make virtual environments. On Debian or Ubuntu: sudo apt install python3-venv"; exit 1; }
	@test -x $(BIN)/pip || $(PYTHON) -m venv $(VENV) >/dev/null 2>&1 || \
	  { $(PYTHON) -m venv --clear --without-pip $(VENV) && $(PYTHON) -m pip --python $(BIN)/python install --quiet pip; }
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation -e .
	@touch $@

$(VENV)/.ready-bench: $(READY)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation -e '.[bench]'
	@$(PYTHON) -m venv $(VENV)/protograf && \
	  $(VENV)/protograf/bin/pip install --quiet --disable-pip-version-check protograf==0.5.2 || true
	@for python in $(PEER_PYTHON); do \
	  $$python -c 'import sys; sys.exit(sys.version_info < (3, 12))' 2>/dev/null || continue; \
	  $$python -m venv $(VENV)/pywargame && \
	  $(VENV)/pywargame/bin/pip install --quiet --disable-pip-version-check pywargame==0.8.0 && break; done; true
	@test -x $(VENV)/pywargame/bin/python || \
	  echo "pywargame is not measured: it needs Python 3.12, and none of $(PEER_PYTHON) starts one (PEER_PYTHON=...)."
	@touch $@
