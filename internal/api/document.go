package api

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"gopkg.in/yaml.v3"
)

//go:embed document/*.yaml
var documentFiles embed.FS

// documentOrder is the order in which the files are merged, and so the order of endpoints on the page.
var documentOrder = []string{
	"openapi", "parse", "cite", "extract", "split", "classify", "edit", "pipeline", "jobs", "files", "webhooks",
	"service", "operations", "shared", "errors",
}

// unpublished is the file of bodies that are checked and not shown.
const unpublished = "former"

// methods are the keys of a path item that hold operations.
var methods = []string{"get", "post", "put", "patch", "delete"}

// document is the merged and completed document, read once. It is embedded, so a fault in it is a fault in the build.
var document = sync.OnceValue(func() object {
	doc, err := loadDocument()
	if err != nil {
		panic("api: embedded document: " + err.Error())
	}
	return doc
})

// OpenAPI returns the OpenAPI 3.1 document as JSON, for a version of the service and the address it is served at.
func OpenAPI(version, publicURL string) []byte {
	doc := slices.Clone(document())
	doc = doc.with("info", slices.Clone(doc.object("info")).with("version", version))
	if publicURL != "" {
		server := object{{"url", publicURL}, {"description", "This installation."}}
		doc = doc.with("servers", []any{server})
	}
	out, err := Marshal(doc)
	if err != nil {
		panic("api: embedded document: " + err.Error())
	}
	return out
}

// Operation is one method of one path.
type Operation struct {
	ID         string
	Method     string
	Path       string
	Tag        string
	Scope      string // scope a key needs; empty when it needs none, "any" when any key will do
	Deprecated bool
}

// Operations lists every operation of the document in its order.
func Operations() []Operation {
	var ops []Operation
	for _, path := range document().object("paths") {
		for _, method := range methods {
			op := path.value.(object).object(method)
			if op == nil {
				continue
			}
			tag, _ := op.list("tags")[0].(string)
			deprecated, _ := op.get("deprecated").(bool)
			ops = append(ops, Operation{
				ID: op.text("operationId"), Method: strings.ToUpper(method), Path: path.key,
				Tag: tag, Scope: op.text("x-scope"), Deprecated: deprecated,
			})
		}
	}
	return ops
}

func loadDocument() (object, error) {
	var doc object
	for _, name := range documentOrder {
		part, err := readPart(name)
		if err != nil {
			return nil, err
		}
		if doc, err = merge(doc, part, ""); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return complete(doc)
}

// readPart reads one file of the document.
func readPart(name string) (object, error) {
	raw, err := documentFiles.ReadFile("document/" + name + ".yaml")
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	var node yaml.Node
	if err := yaml.Unmarshal(raw, &node); err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	part, err := fromYAML(&node)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return part.(object), nil
}

// checked is the document with the bodies that are not published.
func checked() object {
	more, err := readPart(unpublished)
	if err != nil {
		panic("api: embedded document: " + err.Error())
	}
	doc := slices.Clone(document())
	components := slices.Clone(doc.object("components"))
	schemas := slices.Concat(components.object("schemas"), more.object("components").object("schemas"))
	return doc.with("components", components.with("schemas", schemas))
}

// merge adds the members of part to doc. Only paths, webhooks, components and the kinds of components are joined;
// anything else that stands twice is a mistake.
func merge(doc, part object, at string) (object, error) {
	for _, m := range part {
		if !doc.has(m.key) {
			doc = append(doc, m)
			continue
		}
		joined := at == "" && (m.key == "paths" || m.key == "components") || at == "components"
		if !joined {
			return nil, fmt.Errorf("%s stands twice", m.key)
		}
		sub, err := merge(doc.object(m.key), m.value.(object), m.key)
		if err != nil {
			return nil, err
		}
		doc = doc.with(m.key, sub)
	}
	return doc, nil
}
