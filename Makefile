# DCR Terminal. `make` alone lists the targets; the README's two commands are `make run` and `make test`.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.PHONY: inside help run test test-interop sanitize build bench lint format goldens pictures check check-docs docs clean package image install uninstall

# One set of flags for every debug build, so that run, lint and test share it: other flags would build everything again.
# Nothing for debuggers: -Xcc -g0 alone would leave it to C and C++, because another -g comes after it. The linker that comes with
# Swift takes a third of the time of the system's.
# C is optimized all the same: keys of 2048 bits and TLS take several times as long without.
DEBUG := -debug-info-format none -Xswiftc -use-ld=lld -Xcc -O2
# Swift's runtime inside: the programs start sooner and run where no Swift is installed.
# No path of the build inside: two builds in two folders give the same bytes.
UNPLACED := -Xcc -ffile-prefix-map=$(CURDIR)=. -Xswiftc -file-prefix-map -Xswiftc $(CURDIR)=.
# The only library in this folder is C++'s, to be linked in: its thousands of names are otherwise looked up at each start.
INSIDE := $(CURDIR)/.build/inside
# Generic types are made by calls, not by name: looking a name up searches all conformances of the program, a sixth of a start.
DIRECT := -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors
# For size: less to load, and no slower here. The programs are nobody's library, so they export nothing. Addresses inside the program are
# listed in the short form (glibc 2.36, Debian 12).
RELEASE := -c release --static-swift-stdlib $(DEBUG) -Xswiftc -Osize $(DIRECT) $(UNPLACED) -Xlinker -L$(INSIDE) -Xlinker -s \
  -Xlinker --no-export-dynamic -Xlinker -z -Xlinker pack-relative-relocs
PYTHON := /usr/bin/python3
export PYTHONDONTWRITEBYTECODE := 1

# What `make run` hands to the program, and which tests `make test` runs (all when empty).
ARGS ?=
FILTER ?=
# What `make sanitize` does of fuzz, address, thread and the names of parsers (fuzz, address, thread when empty), and for how long it tries
# each parser.
PARTS ?=
FUZZ_SECONDS ?= 60

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo
	@echo "  make run ARGS='--plain'          options and commands for the program"
	@echo "  make test FILTER=KeystoreTests   only the tests whose names match"

run: ## build the app and start it
	@scripts/system-packages build
	@swift build $(DEBUG)
	@exec .build/debug/dcr-terminal $(ARGS)

test: ## build and run every test: in process, over sockets, and in a pseudo-terminal
	@scripts/system-packages test
	@swift build --build-tests $(DEBUG)
	@FILTER='$(FILTER)' scripts/run-tests

test-interop: ## all tests with software from elsewhere, also those that CI does without
	@scripts/system-packages interop
	@swift build $(DEBUG)
	@INTEROP=all scripts/run-pytest Tests/Interop $(if $(FILTER),-k '$(FILTER)')

sanitize: ## fuzz the parsers, and run the Swift tests with address and thread sanitizer: takes long
	@scripts/system-packages test
	@FILTER='$(FILTER)' FUZZ_SECONDS='$(FUZZ_SECONDS)' scripts/sanitize $(DEBUG) -- $(PARTS)

inside:
	@mkdir -p $(INSIDE)
	@archive=$$("$$(dirname "$$(readlink -f "$$(command -v swiftc)")")/clang" -print-file-name=libstdc++.a) && \
	  if [ -f "$$archive" ]; then ln -sf "$$archive" $(INSIDE)/; fi

build: inside ## build the release binaries into .build/release
	@scripts/system-packages build
	@swift build $(RELEASE)
	@ls -lh .build/release/dcr-terminal .build/release/dcr-browser .build/release/dcr-identity-server .build/release/dcr-secure-element

package: build ## make a Debian package and a tarball of the release binaries, in .build/packages
	@packaging/package

image: package ## make a container image of that package, for podman and Docker
	@packaging/image

# Of what was built before, so that nothing is compiled as root. BINARIES names another folder than .build/release.
PREFIX ?= /usr/local
DESTDIR ?=
install: ## put the release binaries and their manual into PREFIX (below DESTDIR)
	@WITH_LIST=1 packaging/stage '$(DESTDIR)' '$(PREFIX)'

uninstall: ## remove what install put there
	@packaging/uninstall '$(DESTDIR)' '$(PREFIX)'

bench: inside ## measure the release build beside its peers and print one table
	@scripts/system-packages bench
	@swift build $(RELEASE)
	@$(PYTHON) bench/bench.py

lint: ## check format, rooms, texts, configuration, warnings and documents
	@scripts/system-packages test
	@echo "lint: format"
	@swift format lint --strict --parallel -r Sources Tests bench Package.swift
	@scripts/check-tests
	@scripts/check-rooms
	@scripts/check-text
	@scripts/check-config
	@scripts/check-citations
	@scripts/check-warnings $(DEBUG)
	@scripts/check-docs

check-docs: ## look up in the sources and the programs what the documents say, and run their commands
	@swift build $(DEBUG)
	@scripts/check-docs

docs: ## write the tables of the documents that the programs give, and show what changed
	@scripts/system-packages test
	@swift build --build-tests $(DEBUG)
	@UPDATE_GOLDENS=1 FILTER=Documented scripts/run-tests
	@scripts/check-docs --write
	@git --no-pager diff --stat -- docs Tests

format: ## format the Swift sources in place
	@swift format --in-place --parallel -r Sources Tests bench Package.swift

goldens: ## write the golden screens anew and show what changed
	@scripts/system-packages test
	@swift build --build-tests $(DEBUG)
	@UPDATE_GOLDENS=1 FILTER='$(FILTER)' scripts/run-tests
	@git --no-pager diff --stat -- Tests
	@git ls-files --others --exclude-standard -- Tests | sed 's/^/ new: /'

pictures: ## draw docs/pictures anew from the program itself, and record docs/pictures/main-job.cast
	@scripts/system-packages test
	@swift build $(DEBUG)
	@$(PYTHON) scripts/pictures

check: lint test ## lint and test: what has to pass before a commit

clean: ## remove what was built
	@rm -rf .build .build-fuzz .build-address .build-thread
