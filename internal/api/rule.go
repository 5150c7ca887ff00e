package api

import (
	"net/url"
	"strings"
	"time"
)

// rule is a check that a schema cannot say. It gets the value as it was sent and in normal form, and runs only when
// the value is otherwise in order.
type rule func(w *walk, sent, normal []byte)

// namedRules are the values of x-rule.
var namedRules = map[string]rule{
	"http-url":               httpURL,
	"one-per-scope":          onePerScope,
	"unique-names":           uniqueNames,
	"unique-labels":          uniqueLabels,
	"groups-match-schema":    groupsMatchSchema,
	"instructions-or-schema": instructionsOrSchema,
	"pipeline-steps":         pipelineSteps,
}

func httpURL(w *walk, sent, normal []byte) {
	u, err := url.Parse(unquote(normal))
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" {
		w.invalid(sent, "should be an absolute http or https URL")
	}
}

func onePerScope(w *walk, sent, normal []byte) {
	repeated(w, sent, normal, "scope", func(s string) string { return s }, "has more than one entry for scope ")
}

func uniqueNames(w *walk, sent, normal []byte) {
	repeated(w, sent, normal, "name", strings.TrimSpace, "names a section more than once: ")
}

func uniqueLabels(w *walk, sent, normal []byte) {
	repeated(w, sent, normal, "category", func(s string) string { return s }, "has a label more than once: ")
}

// repeated refuses a list in which two entries have the same key.
func repeated(w *walk, sent, normal []byte, key string, fold func(string) string, why string) {
	seen := map[string]bool{}
	for _, item := range elements(normal) {
		name := fold(unquote(field(item, key)))
		if seen[name] {
			w.invalid(sent, why+name)
			return
		}
		seen[name] = true
	}
}

func groupsMatchSchema(w *walk, sent, normal []byte) {
	groups := field(normal, "category_groups")
	if groups[0] == 'n' {
		return
	}
	labels := map[string]bool{} // whether a group has it
	for _, item := range elements(field(normal, "classification_schema")) {
		labels[unquote(field(item, "category"))] = false
	}
	w.enter("category_groups")
	defer w.leave()
	for _, group := range members(groups) {
		for _, item := range elements(group) {
			label := unquote(item)
			taken, known := labels[label]
			switch {
			case !known:
				w.invalid(field(sent, "category_groups"), "has a label that is not in classification_schema: "+label)
				return
			case taken:
				w.invalid(field(sent, "category_groups"), "has a label more than once: "+label)
				return
			}
			labels[label] = true
		}
	}
}

func instructionsOrSchema(w *walk, sent, normal []byte) {
	form := field(normal, "form_schema")
	if string(field(normal, "edit_instructions")) == `""` && (form[0] == 'n' || string(form) == "[]") {
		w.failIn("edit_instructions", "string_too_short", lengthMessage("at least", 1, "character"),
			field(sent, "edit_instructions"), Ctx{"min_length": 1})
	}
}

func pipelineSteps(w *walk, sent, normal []byte) {
	steps := 0
	for _, name := range []string{"parse", "split", "extract", "edit"} {
		if field(normal, name)[0] != 'n' {
			steps++
		}
	}
	edit := field(normal, "edit")[0] != 'n'
	switch {
	case steps == 0:
		w.invalid(sent, "should have at least one step")
	case edit && steps > 1:
		w.enter("edit")
		w.invalid(field(sent, "edit"), "stands alone: edit excludes the other steps")
		w.leave()
	}
}

// coercion reads a text and writes it in one way, or says what is wrong with it.
type coercion func(string) (normal, why string)

// coercions are the values of x-coerce.
var coercions = map[string]coercion{
	"instant":   instant,
	"date":      date,
	"extension": extension,
}

func instant(s string) (string, string) {
	for _, layout := range []string{time.RFC3339Nano, time.DateOnly} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.UTC().Format(TimeFormat), ""
		}
	}
	return "", "should be an RFC 3339 time or a date"
}

func date(s string) (string, string) {
	if _, err := time.Parse(time.DateOnly, s); err != nil {
		return "", "should be a date such as 2026-01-31"
	}
	return s, ""
}

func extension(s string) (string, string) { return strings.ToLower(strings.TrimPrefix(s, ".")), "" }
