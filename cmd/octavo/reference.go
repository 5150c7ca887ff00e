package main

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

//go:generate sh -c "go run . help --markdown > ../../docs/cli.md"

const referenceIntro = `# Command line

<!-- Written by "make generate" from cmd/octavo; change it there. -->

` + "`octavo`" + ` is one program: it reads documents by itself, it is the service, and it is a client of one. ` + "`octavo help COMMAND`" + ` prints
what stands here.

## Documents

` + "`parse`, `extract`, `split`, `classify` and `edit`" + ` take any mix of files, folders and http(s) URLs. Of a folder all files are
taken that can be read, also those in folders below it; hidden files are skipped and links are not followed. URLs are fetched
under the address policy of the settings (` + "`fetch`" + `).

The work is done in this process, as the service does it, and nothing is kept. With ` + "`--server`" + ` it is sent to a service: files
are uploaded, a job is run for each, and what it answers is written in the same forms.

**Output.** What comes of one document is printed, or written to the file that ` + "`-o`" + ` names. Of several documents, or of a
folder, ` + "`-o`" + ` names a folder: its tree is that of the documents, and the ending of the output is added to the name of the
document, such as ` + "`a.pdf.md`" + `. Without ` + "`-o`" + ` several documents can be printed as json (a line for each, with its name), csv (one
table with a column for the name) and table. An output is written whole or not at all.

**Resuming.** The folder of outputs holds a file ` + "`.octavo-outputs.jsonl`" + ` that says of which document, by size and time of change,
and with which options every output was made. A second run skips what is finished and does again what has changed; documents
behind URLs count as unchanged. ` + "`--force`" + ` does everything again, such as after an upgrade of the program.

**Failures.** A document that fails does not stop the others. At the end the failures are listed with their
[names](errors.md). When the service cannot be reached or refuses the key, the run stops at once.

## Exit codes

| Code | Meaning |
|---|---|
`

// reference is the page of all commands.
func reference(m *kong.Application) string {
	var b strings.Builder
	b.WriteString(referenceIntro)
	for _, e := range exitCodes {
		fmt.Fprintf(&b, "| %d | %s |\n", e.code, e.says)
	}
	b.WriteString("\nEvery command also takes `--help` and:\n\n")
	writeFlags(&b, m.Flags)
	for _, n := range m.Children {
		writeCommand(&b, n, 2)
	}
	return b.String()
}

func writeCommand(b *strings.Builder, n *kong.Node, level int) {
	if n.Hidden {
		return
	}
	fmt.Fprintf(b, "\n%s octavo %s\n\n%s\n\n", strings.Repeat("#", level), strings.TrimPrefix(n.Path(), "octavo "), n.Help)
	if n.Leaf() {
		fmt.Fprintf(b, "```\noctavo %s\n```\n\n", n.Summary())
	}
	if n.Detail != "" {
		writeDetail(b, n.Detail)
	}
	for _, p := range n.Positional {
		fmt.Fprintf(b, "- `%s`: %s\n", p.Summary(), p.Help)
	}
	if len(n.Positional) > 0 {
		b.WriteString("\n")
	}
	writeFlags(b, n.Flags)
	for _, child := range n.Children {
		writeCommand(b, child, level+1)
	}
}

// writeDetail writes paragraphs, and examples as what is typed.
func writeDetail(b *strings.Builder, detail string) {
	for _, part := range strings.Split(detail, "\n\n") {
		if !strings.HasPrefix(part, "    ") {
			b.WriteString(part + "\n\n")
			continue
		}
		b.WriteString("```sh\n" + strings.ReplaceAll(strings.TrimPrefix(part, "    "), "\n    ", "\n") + "\n```\n\n")
	}
}

func writeFlags(b *strings.Builder, flags []*kong.Flag) {
	some := false
	for _, f := range flags {
		if f.Hidden || f.Name == "help" {
			continue
		}
		if !some {
			b.WriteString("| Flag | Default | Meaning |\n|---|---|---|\n")
			some = true
		}
		name := "`--" + f.Name + "`"
		switch {
		case f.Enum != "" && f.Default != "":
			name = "`--" + f.Name + " " + strings.ReplaceAll(f.Enum, ",", `\|`) + "`"
		case !f.IsBool():
			name = "`--" + f.Name + " " + f.FormatPlaceHolder() + "`"
		}
		if f.Short != 0 {
			name = "`-" + string(f.Short) + "`, " + name
		}
		help := f.Help
		if len(f.Envs) > 0 {
			help += " Also `" + strings.Join(f.Envs, "`, `") + "` in the environment."
		}
		fmt.Fprintf(b, "| %s | %s | %s |\n", name, initial(f), strings.ReplaceAll(help, "|", `\|`))
	}
}

func initial(f *kong.Flag) string {
	if f.Default == "" {
		return "–"
	}
	return "`" + f.Default + "`"
}
