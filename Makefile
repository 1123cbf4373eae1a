# Every target is documented by the text after its ##; `make` lists them.

ADDR ?= localhost:8080
FUZZTIME ?= 10s
STAGES ?=
N ?= 2000
EDITS ?= 2000
SEED ?= 1
PEERS ?=
REAL ?=
comma := ,
BIN := node_modules/.cache/pantograph/bin

# still prints a line every ten seconds while the rest of the recipe runs, which may take a long time.
still = (t=0; while sleep 10 >&-; do t=$$((t + 10)); echo "still $(1) ($$t s)"; done) & trap "kill $$!" EXIT;

# advise prints a sentence of advice below the output of a step if it fails.
advise = || { echo "$(1)" >&2; exit 1; }

define run
@$(call still,fetching modules and compiling) mkdir -p $(BIN) && go build -o $(BIN)/$(1) ./scripts/$(1) \
  $(call advise,scripts/$(1) could not be built: if a module is missing$(comma) connect to a network and run this again)
@exec $(BIN)/$(1) $(2)
endef

.PHONY: help serve dist test check update bench fuzz soak peers size docs
.DEFAULT_GOAL := help

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

serve: node_modules/.installed ## serve the page at http://localhost:8080/ (or ADDR=) and rebuild it after every change
	$(call run,serve,-watch -addr $(ADDR))

dist: node_modules/.installed ## build dist/, the page as it is published
	$(call run,build)

test: node_modules/.installed ## run all tests (STAGES=go,unit: only some stages, WHOLE=1: all page tests in every browser)
	$(call run,test,-only "$(STAGES)")

check: node_modules/.installed ## run the checks that take seconds: vet, gofmt, TypeScript, generated files
	@go run ./scripts/protocolgen -check
	$(call run,test,-only static)

update: ## rewrite generated files and golden files (review the difference before you commit it)
	@go run ./scripts/protocolgen
	@UPDATE=1 go test -count=1 ./evaluator/... ./scripts/play

bench: dist ## run the Go benchmarks, and measure in Chromium the time from a keystroke to its result
	@go test -run '^$$' -bench . -benchmem ./evaluator/... ./scripts/internal/link
	$(call run,test,-only bench)

# Go minimizes every input that reaches new code, for up to a minute each: a template is a long text, so almost
# all of the time would go to that. One attempt per input is enough, also for an input that fails.
fuzz: ## run every fuzz test, each for FUZZTIME=10s
	@set -e; for package in $$(go list ./evaluator/... ./scripts/internal/link); do \
	  for name in $$(go test -list '^Fuzz' $$package | grep '^Fuzz' || true); do \
	    echo "$$package $$name"; \
	    go test -run '^$$' -fuzz "^$$name\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 1x $$package; \
	  done; \
	done

soak: export SOAK = $(EDITS)
soak: export SEED := $(SEED)
soak: dist ## make EDITS=2000 random edits in one page, killing its engine 200 times (SEED=), and 10,000 per dialect natively
	@REPLAY_EDITS=10000 go test -count=1 -timeout 0 -run 'TestALongLivedEngine|TestAnEngineHolds' ./evaluator
	$(call run,test,-only chrome -page soak -v)

peers: dist ## compare with the original engines on N=2000 generated templates, and write testdata/peers.json (SEED=, PEERS=esc yamldecode, PEERS=layout REAL=DIR)
	@cd scripts/peers && go test . && go run . -n $(N) -seed $(SEED) -real "$(abspath $(REAL))" $(PEERS)

size: dist ## print what a visitor downloads, and how much each step of slimming saves; fail if over the budget
	$(call run,size,-check -steps)

docs: dist ## write the reference of functions and problem codes, dist/reference*.html, and print each package's purpose
	@ls dist/reference*.html
	@go list -f '{{.ImportPath}}: {{.Doc}}' ./...

# npm runs once for each version of the lock file; after that, everything works without a network.
node_modules/.installed: package-lock.json
	@command -v go >/dev/null $(call advise,Go is not installed: install Go 1.26 (https://go.dev/dl) and run this again)
	@node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' 2>/dev/null && command -v npm >/dev/null \
	  $(call advise,Node 20 with npm is not installed: install Node 20 or later (https://nodejs.org) and run this again)
	@echo "installing the page's packages (once)"
	@$(call still,installing packages) npm ci --ignore-scripts --prefer-offline --no-audit --no-fund --loglevel=error \
	  $(call advise,the page's packages could not be installed: connect to a network and run this again)
	@touch $@
