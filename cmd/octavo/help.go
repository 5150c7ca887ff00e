package main

import (
	"fmt"
	"strings"
)

// helpWidth is how wide help is at most, so that it reads well on a wide screen.
const helpWidth = 100

// overview is what the program says of itself.
var overview = `Turns PDFs, scans, images, spreadsheets and office files into structured, citable data.

Begin with a document:

    octavo parse report.pdf

Whole folders are worked on side by side, and what is finished is not done again:

    octavo parse contracts/ -o texts/

The same work is done by a service, which octavo serve starts, for programs over HTTP, and for this one with --server.
When something does not work, octavo doctor says what is missing and what to do about it.

Exit codes:

` + exitList()

func exitList() string {
	var out []string
	for _, e := range exitCodes {
		out = append(out, fmt.Sprintf("    %3d  %s", e.code, e.says))
	}
	return strings.Join(out, "\n")
}

type helpCmd struct {
	Command  []string `arg:"" optional:"" help:"Command, such as parse or keys create."`
	Markdown bool     `help:"Print the reference of all commands in Markdown."`
}

// Run prints the help of a command.
func (h helpCmd) Run(s *session) error {
	if h.Markdown {
		_, err := fmt.Fprint(s.out, reference(s.parser.Model))
		return err
	}
	var c cli
	parser, err := newParser(&c, s.out)
	if err != nil {
		return err
	}
	if _, err := parser.Parse(append(h.Command, "--help")); err != nil {
		return wrongUse("%w", err)
	}
	return nil
}

// Help is what the commands say of themselves beside their first line.

func (parseCmd) Help() string {
	return `Reads documents and writes their content in reading order: headings, lists, tables, labelled values and figures. One document is printed; several, and folders, are written into the folder that -o names, where a file stands for each of them, such as a.pdf.md. A second run does what is new or has changed since.

Examples:

    octavo parse scan.png
    octavo parse report.pdf --pages 2-5 --format json -o report.json
    octavo parse contracts/ letters/*.docx -o texts/ --jobs 4
    octavo parse https://example.com/report.pdf --server http://127.0.0.1:8080`
}

func (extractCmd) Help() string {
	return `Finds the values that a JSON schema asks for and prints them in its form. With --citations every value comes with the place it was found at. Each document is looked at for itself; --together looks for one set of values in all of them. With --format csv and several documents one table comes out, a row for each.

Examples:

    octavo extract invoice.pdf --schema invoice.json
    octavo extract invoices/ --schema invoice.json --format csv > invoices.csv
    octavo extract order.pdf lines.xlsx --together --schema order.json --citations --format table`
}

func (splitCmd) Help() string {
	return `Says which pages belong to which of the sections that are described, and where a section holds several documents of one kind, which pages belong to which of these. Each document is divided for itself; with --together their pages are numbered through.

Examples:

    octavo split scans.pdf --section "Invoices=Invoices for goods" --section "Letters=Letters between people"
    octavo split batch/ --schema sections.json --format csv > sections.csv
    octavo split mail.pdf --schema sections.json --deep -o mail.json`
}

func (classifyCmd) Help() string {
	return `Assigns documents to one of the categories that are described by criteria. The table says for every category how well it fits, and what speaks for it.

Examples:

    octavo classify letter.pdf --category "invoice=Has an invoice number; Has an amount due" --category "letter=Has a salutation"
    octavo classify inbox/ --schema categories.json --format csv > categories.csv
    octavo classify scan.png --schema categories.json --format table`
}

func (editCmd) Help() string {
	return `Fills forms and changes text in PDF files, images and Word documents. The new document is written beside the old one, to the file that -o names or, for several, into the folder that -o names; the source stays as it is. Its path is printed.

Examples:

    octavo edit form.pdf "Fill in the name: Ada Lovelace."
    octavo edit contract.docx 'Replace "Anna" with "Bea"' -o contract-bea.docx
    octavo edit forms/ -o filled/ --instructions 'Stamp "COPY"'
    octavo edit form.pdf --schema widgets.json --flatten --json`
}

func (serveCmd) Help() string {
	return `Serves the HTTP interface at the address that listen of the settings names, and works on jobs in the same process. The first start makes the database and the store. Stopped with SIGTERM or Ctrl-C, it lets running work end within shutdown.grace; told so once more, it ends at once, and what ran is done again by whoever starts next.

Examples:

    octavo serve
    octavo --config octavo.yaml serve
    OCTAVO_LISTEN=0.0.0.0:8080 octavo serve`
}

func (workerCmd) Help() string {
	return `Takes jobs out of the queue of an installation and works on them, without an HTTP interface. It needs the same database and store as the processes that serve.

Example:

    OCTAVO_DATABASE_URL=postgres://db/octavo OCTAVO_STORE_URL=s3://documents octavo worker`
}

func (*mcpCmd) Help() string {
	return `Speaks the Model Context Protocol over standard input and output, for hosts that start their tools themselves. Without --server documents are worked on in this process, with the settings of this machine.

Examples:

    octavo mcp
    octavo mcp --server http://127.0.0.1:8080`
}

func (jobsCmd) Help() string {
	return `Speaks to the service that --server names or, without it, to the one of the settings (public_url).

Examples:

    octavo jobs list --status Failed --from 2026-01-31
    octavo jobs get 0197c5e2-8d6f-7c3a-9e56-0d1f2a3b4c5d
    octavo jobs wait 0197c5e2-8d6f-7c3a-9e56-0d1f2a3b4c5d && echo done`
}

func (keysCmd) Help() string {
	return `Works on the database of the installation, whether or not the service runs. A service without keys answers callers of its own machine only. A new key alone is printed to standard output, and what is to be known of it to standard error.

Examples:

    octavo keys create --org acme --name laptop --scopes submit,read,jobs --expires 90d
    octavo keys list --org acme
    octavo keys rotate 4b825dc6-42cb-4e7a-9f0d-2a1d0c6f8e31 --overlap 24h
    OCTAVO_API_KEY=$(octavo keys create --org acme --name ci) octavo parse report.pdf --server https://octavo.example`
}

func (orgsCmd) Help() string {
	return `Organizations are made by their first key; this sets what holds for all of their keys.

Examples:

    octavo orgs list
    octavo orgs set acme --max-concurrency 4 --s3-buckets 'acme-*'`
}

func (doctorCmd) Help() string {
	return `Looks at everything the program stands on, without changing it, and prints a line for each: what is installed in which version, which fences stand around the processes that decode documents, which models answer, how much space is left. Fences are put up as around each kind of process, and listed with those they stand around. A line that fails is followed by what to do about it, and the command exits 1.

Examples:

    octavo doctor
    octavo doctor --model my-model
    octavo doctor --format json | jq '.[] | select(.ok | not)'
    octavo doctor --format json | jq '.[] | select(.what == "fence") | .children'`
}

func (configCmd) Help() string {
	return `Settings come from octavo.yaml and from the environment; all of them are listed in docs/config.md.

Example:

    octavo --config octavo.yaml config check`
}

func (migrateCmd) Help() string {
	return `Changes the tables of the database to those of this version. A later major version is refused with exit code 3 until the running version has passed a readiness check within the last 24 hours.

Example:

    octavo readiness-check && octavo migrate`
}

func (drainCheckCmd) Help() string {
	return `After an upgrade to a new major version, workers of the old one may be stopped once this succeeds.

Example:

    until octavo drain-check; do sleep 10; done`
}

func (readinessCheckCmd) Help() string {
	return `Waits up to 30 seconds for a running worker to take a task from each queue, prints the outcome as JSON and stores it: migrate to a later major version asks for it.

Example:

    octavo readiness-check`
}

func (completionCmd) Help() string {
	return `Prints a script for bash, zsh or fish. It completes commands, flags, the values of flags, and files.

Examples:

    source <(octavo completion bash)
    octavo completion zsh > "${fpath[1]}/_octavo"
    octavo completion fish > ~/.config/fish/completions/octavo.fish`
}

func (helpCmd) Help() string {
	return `Examples:

    octavo help parse
    octavo help keys create`
}

func (versionCmd) Help() string {
	return `Example:

    octavo version`
}
