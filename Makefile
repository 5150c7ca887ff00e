# The commands of the project. `make help` lists them.

GO ?= go
VERSION = $(shell scripts/version)
LINT_VERSION = $(shell sed -n 's|^.*github.com/golangci/golangci-lint/v2 \(v[0-9.]*\).*|\1|p' tools/lint/go.mod | head -n 1)
LINT = .cache/bin/golangci-lint-$(LINT_VERSION)

.DEFAULT_GOAL := help
.PHONY: help setup build run test test-chaos test-mutants faults sweep fuzz lint generate bench peers soak eval

help: ## list the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: ## install what the tests need and this machine lacks (servers, Node.js, a browser, gcc, fonts, engines, language packs)
	@scripts/setup

build: ## build bin/octavo
	@$(GO) build -trimpath -ldflags "-X main.version=$(VERSION)" -o bin/octavo ./cmd/octavo

run: ## serve on loopback; with FILE=x print that document as Markdown and exit; installs what reading needs
	@scripts/setup run || echo "make: going on without what could not be installed; octavo doctor says what that means" >&2
	@$(MAKE) --no-print-directory build
ifdef FILE
	@bin/octavo parse "$$FILE"
else
	@bin/octavo serve
endif

export FILE

# The chaos tests promise how soon a dead worker is noticed, so they do not share the machine with the others.
test: setup ## run every test; servers they need are started and stopped by the tests
	$(GO) test -timeout 20m $$($(GO) list ./... | grep -v /internal/chaos)
	$(GO) test -timeout 20m ./internal/chaos
	$(GO) test -C bench -timeout 20m ./...

test-chaos: ## the long form of the kill, stop and outage tests
	@scripts/setup
	$(GO) test -tags chaos -timeout 60m -count 1 ./internal/chaos/...

# SEED=n makes other mutants; what it prints tells which seed and number a failure has.
test-mutants: ## the long form of the test on damaged files: 10,000 of them
	@scripts/setup
	MUTANTS=10000 $(GO) test -timeout 120m -count 1 -v -run TestMutants ./internal/app

faults: setup ## run the tests of every fault case and write docs/faults.md
	$(GO) run ./cmd/faults .

# SERVER is the address of a running service; OCTAVO_API_KEY its key, where it asks for one.
SERVER ?= http://127.0.0.1:8080

sweep: ## send every file below FILES through the service at SERVER and report what became of each
	$(GO) run ./test/sweep -server $(SERVER) "$(FILES)"

fuzz: ## run every fuzz target for five minutes, which takes hours: for the night
	@scripts/fuzz

lint: $(LINT) ## check formatting, module files and the code itself
	@unformatted=$$(gofmt -l bench cmd examples internal test) && \
		if [ -n "$$unformatted" ]; then echo "not formatted:"; echo "$$unformatted"; exit 1; fi
	$(GO) mod tidy -diff
	$(LINT) run ./...

# Built once per version; the linter's modules stay apart from the product's.
$(LINT): tools/lint/go.mod
	@mkdir -p $(@D)
	$(GO) build -C tools/lint -o $(CURDIR)/$@ github.com/golangci/golangci-lint/v2/cmd/golangci-lint
	@touch $@

generate: ## write the generated pages of docs and the sample documents anew
	$(GO) generate ./...

bench: ## measure the task engine, the service and reading, side by side with others
	@scripts/setup bench
	$(GO) run -C bench . -data $(abspath $(DATA))

peers: ## compare what is read, and its cost, with other programs on the sets below DATA; writes the tables of README.md
	@scripts/setup peers
	$(GO) run -C bench ./peers -data $(abspath $(DATA)) -scorer $(abspath $(TOOLS))/mdscore

soak: ## send a mix of documents for an hour and say whether memory, files, goroutines and processes stay flat
	@scripts/setup bench
	$(GO) run -C bench . -only load -load 1h

DATA ?= ../shared/data
TOOLS ?= $(DATA)/../tools

eval: setup ## measure recognition, pages, tables and extraction on the sets below DATA, beside other engines
	$(GO) run ./eval/ocr -data $(DATA)/ocr
	$(GO) run ./eval/parse -data $(DATA)/parse -scorer $(TOOLS)/mdscore
	$(GO) run ./eval/office -data $(DATA)/office -scorer $(TOOLS)/mdscore
	$(GO) run ./eval/extract -data $(DATA)/extract -scorer $(TOOLS)/score -refresh
	$(GO) run ./eval/classify -data $(DATA)/classify -scorer $(TOOLS)/score -refresh
	$(GO) run ./eval/split -data $(DATA)/split -scorer $(TOOLS)/score -refresh
	$(GO) run ./eval/split -data $(DATA)/split -long
	$(GO) run ./eval/forms -data $(DATA)/forms -fill
	$(GO) run ./eval/forms -data $(DATA)/forms
	$(GO) run ./eval/forms -data $(DATA)/forms -scan 200
	@for set in icdar scitsr; do echo "tables, $$set:"; folder=$$(mktemp -d); \
		$(GO) run ./eval/tables score $(DATA)/tables/truth $$folder $(DATA)/tables/pdfs/$$set-*.pdf | tail -n 1; rm -r $$folder; done
