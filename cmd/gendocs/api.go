package main

import (
	"fmt"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/octavo-dev/octavo/internal/api"
)

const apiIntro = `# API

<!-- Written by "make generate" from the OpenAPI document in internal/api; change it there. -->

Every endpoint of the service and every type that goes over the wire. The same as a page to click through is at ` + "`/docs`" + ` of
a running service, and as OpenAPI 3.1 at ` + "`/openapi.json`" + `. How to use the endpoints is in the guides: [parse](parse.md),
[extract](extract.md), [split](split.md), [classify](classify.md), [edit](edit.md), [pipelines](pipelines.md),
[jobs](jobs.md), [webhooks](webhooks.md); what failures mean is in [errors.md](errors.md).

Bodies are JSON. A key goes into the header ` + "`Authorization: Bearer <key>`" + `; "scope" is what it must be allowed. A field with a
star must be given. A field that is null counts as not given, and fields that are not known are left out of account.

`

// apiPage is the OpenAPI document as a page: the endpoints by their groups, then the types.
func apiPage() string {
	var doc yaml.Node // keeps the order of keys, and JSON is YAML
	if err := yaml.Unmarshal(api.OpenAPI("", ""), &doc); err != nil {
		panic("gendocs: the embedded document: " + err.Error())
	}
	p := &apiWriter{doc: doc.Content[0]}
	p.WriteString(apiIntro)
	p.headers()
	p.endpoints()
	p.types()
	return p.String()
}

type apiWriter struct {
	strings.Builder
	doc *yaml.Node
}

func (p *apiWriter) add(format string, args ...any) { fmt.Fprintf(p, format, args...) }

// headers lists those that requests may carry; endpoints do not repeat them.
func (p *apiWriter) headers() {
	p.WriteString("## Headers of requests\n\n| Header | Meaning |\n|---|---|\n")
	for _, parameter := range pairs(get(p.doc, "components", "parameters")) {
		if text(parameter, "in") == "header" {
			p.add("| `%s` | %s |\n", text(parameter, "name"), cell(text(parameter, "description")))
		}
	}
	p.WriteString("\n")
}

func (p *apiWriter) endpoints() {
	ops := api.Operations()
	for _, tag := range get(p.doc, "tags").Content {
		name := text(tag, "name")
		p.add("## %s\n\n%s\n\n| Endpoint | Scope | What it does |\n|---|---|---|\n", name, text(tag, "description"))
		mine := slices.DeleteFunc(slices.Clone(ops), func(o api.Operation) bool { return o.Tag != name })
		for _, o := range mine {
			title := o.Method + " " + o.Path
			p.add("| [`%s`](#%s) | %s | %s |\n", title, anchor(title), scope(o), text(p.operation(o), "summary"))
		}
		for _, o := range mine {
			p.endpoint(o)
		}
		p.WriteString("\n")
	}
}

func scope(o api.Operation) string {
	switch o.Scope {
	case "":
		return "no key"
	case "any":
		return "any key"
	}
	return "`" + o.Scope + "`"
}

func (p *apiWriter) operation(o api.Operation) *yaml.Node {
	return get(p.doc, "paths", o.Path, strings.ToLower(o.Method))
}

func (p *apiWriter) endpoint(o api.Operation) {
	op := p.operation(o)
	p.add("\n### `%s %s`\n\n%s\n", o.Method, o.Path, paragraphs(text(op, "description")))
	p.parameters(get(p.doc, "paths", o.Path, "parameters"), get(op, "parameters"))
	p.content("Body", get(op, "requestBody", "content"))
	failures := []string{}
	for status, answer := range pairs(get(op, "responses")) {
		if answer = p.resolved(answer); strings.HasPrefix(status, "2") {
			p.content(status, get(answer, "content"))
		} else {
			failures = append(failures, status)
		}
	}
	if len(failures) > 0 {
		p.add("\nFailures: %s.\n", strings.Join(failures, ", "))
	}
}

// content says what a body holds, for each of its media types.
func (p *apiWriter) content(what string, types *yaml.Node) {
	for media, c := range pairs(types) {
		p.add("\n%s (`%s`): %s\n", what, media, kindOf(get(c, "schema")))
	}
}

func (p *apiWriter) parameters(lists ...*yaml.Node) {
	head := "\n| Parameter | In | Type | Default | Meaning |\n|---|---|---|---|---|\n"
	for _, list := range lists {
		if list == nil {
			continue
		}
		for _, item := range list.Content {
			item = p.resolved(item)
			if text(item, "in") == "header" {
				continue
			}
			star := ""
			if text(item, "required") == "true" {
				star = "\\*"
			}
			schema := get(item, "schema")
			p.add("%s| `%s`%s | %s | %s | %s | %s |\n", head, text(item, "name"), star, text(item, "in"), kindOf(schema), preset(schema), cell(text(item, "description")))
			head = ""
		}
	}
}

func (p *apiWriter) types() {
	p.WriteString("## Types\n")
	for name, schema := range pairs(get(p.doc, "components", "schemas")) {
		p.add("\n### %s\n", name)
		if d := text(schema, "description"); d != "" {
			p.add("\n%s\n", paragraphs(d))
		}
		if get(schema, "properties") == nil {
			p.add("\n%s\n", kindOf(schema))
			continue
		}
		p.fields(schema)
	}
}

func (p *apiWriter) fields(schema *yaml.Node) {
	var required []string
	if list := get(schema, "required"); list != nil {
		for _, n := range list.Content {
			required = append(required, n.Value)
		}
	}
	p.WriteString("\n| Field | Type | Default | Meaning |\n|---|---|---|---|\n")
	for name, field := range pairs(get(schema, "properties")) {
		star := ""
		if slices.Contains(required, name) {
			star = "\\*"
		}
		p.add("| `%s`%s | %s | %s | %s |\n", name, star, kindOf(field), preset(field), cell(text(field, "description")))
	}
}

// resolved follows a reference to a component that is no schema.
func (p *apiWriter) resolved(n *yaml.Node) *yaml.Node {
	if ref := text(n, "$ref"); ref != "" {
		return get(p.doc, strings.Split(strings.TrimPrefix(ref, "#/"), "/")...)
	}
	return n
}
