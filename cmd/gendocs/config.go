package main

import (
	"fmt"
	"strings"

	"github.com/octavo-dev/octavo/internal/config"
)

const configIntro = `# Settings

<!-- Written by "make generate" from internal/config; change it there. -->

Octavo reads ` + "`octavo.yaml`" + ` in the working directory, or the file given with ` + "`--config`" + `, and then the environment, which
wins. A dotted key is a place in the file: ` + "`urls.ttl`" + ` is ` + "`ttl`" + ` under ` + "`urls`" + `. Unknown keys, wrong types and values that
contradict each other stop the start, all of them named with their lines; ` + "`octavo config check`" + ` tests a file without
starting.

- Every key has an environment form: ` + "`urls.ttl`" + ` is ` + "`OCTAVO_URLS_TTL`" + `. A list is written with commas or as YAML
  (` + "`[a, b]`" + `), a whole section as a YAML mapping. An empty variable sets nothing.
- Sizes: ` + "`32MiB`" + `, ` + "`1.5GiB`" + ` or a number of bytes. ` + "`MB`" + ` means the same as ` + "`MiB`" + `.
- Durations: ` + "`90s`" + `, ` + "`15m`" + `, ` + "`24h`" + `, ` + "`30d`" + `, or a number of seconds.
- A default in *italics* is worked out at start; – means that nothing is set.
- Traces follow the standard variables of OpenTelemetry, such as ` + "`OTEL_EXPORTER_OTLP_ENDPOINT`" + `.

## General

`

const tableHead = "| Key | Type | Default | Meaning |\n|---|---|---|---|\n"

func configPage() string {
	var b strings.Builder
	b.WriteString(configIntro + tableHead)
	for _, k := range config.Keys() {
		switch {
		case k.Section && !strings.Contains(k.Name, "."):
			fmt.Fprintf(&b, "\n## `%s`\n\n%s\n\n%s", k.Name, k.Doc, tableHead)
		case k.Section && strings.HasPrefix(k.Name, "rate.") && strings.Count(k.Name, ".") == 2: // its two keys say it all
		default:
			fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", k.Name, kind(k), initial(k), meaning(k))
		}
	}
	return b.String()
}

func kind(k config.Key) string {
	switch {
	case k.Section && strings.HasSuffix(k.Name, "models"):
		return "list of mappings"
	case k.Section:
		return "mapping"
	case len(k.Allowed) > 0:
		one := "`" + strings.Join(k.Allowed, "`, `") + "`"
		if strings.HasPrefix(k.Type, "list") {
			return "list of " + one
		}
		return one
	}
	return k.Type
}

func initial(k config.Key) string {
	switch {
	case k.Section:
		return ""
	case k.Derived != "":
		return "*" + plain.Replace(k.Derived) + "*"
	case k.Default == "":
		return "–"
	}
	return "`" + k.Default + "`"
}

func meaning(k config.Key) string {
	text := plain.Replace(k.Doc)
	if k.Alias != "" {
		text += " Also `" + k.Alias + "`."
	}
	return text
}

// plain keeps Markdown from reading markup into a sentence.
var plain = strings.NewReplacer("<", "&lt;", ">", "&gt;", "*", `\*`)
