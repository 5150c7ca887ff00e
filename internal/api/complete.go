package api

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// complete replaces the marks that keep the files short: scopes become security requirements, groups of answers
// become error responses, and every success gets its headers.
func complete(doc object) (object, error) {
	c := completer{groups: doc.object("x-answers"), names: doc.object("x-responses")}
	for _, path := range doc.object("paths") {
		item := path.value.(object)
		for i, m := range item {
			if !slices.Contains(methods, m.key) {
				continue
			}
			op, err := c.operation(m.key, m.value.(object))
			if err != nil {
				return nil, fmt.Errorf("%s %s: %w", m.key, path.key, err)
			}
			item[i].value = op
		}
	}
	return doc.without("x-answers", "x-responses"), nil
}

type completer struct {
	groups object // group of answers → statuses
	names  object // status → response component
}

func (c *completer) operation(method string, op object) (object, error) {
	scope, group := op.text("x-scope"), op.text("x-answers")
	bearer := object{{"SkippableHTTPBearer", []any{}}}
	switch scope {
	case "":
		if !op.has("security") {
			return nil, fmt.Errorf("neither x-scope nor security")
		}
	case "none":
		op = op.without("x-scope").with("security", []any{object{}, bearer})
	case "any":
		op = op.with("security", []any{bearer})
	default:
		text := strings.TrimSpace(op.text("description") + "\n\nNeeds a key with scope `" + scope + "`.")
		op = op.with("description", text).with("security", []any{bearer})
	}
	if method == "post" {
		params := append(slices.Clone(op.list("parameters")), ref("parameters", "IdempotencyKey"))
		if group == "submit" {
			params = append(params, ref("parameters", "UserID"))
		}
		op = op.with("parameters", params)
	}
	responses := make(object, 0, 20)
	for _, m := range op.object("responses") {
		responses = append(responses, member{m.key, c.success(op, m.value.(object))})
	}
	statuses := c.groups.list(group)
	if statuses == nil {
		return nil, fmt.Errorf("no group of answers %q", group)
	}
	for _, status := range statuses {
		code := status.(json.Number).String()
		if !responses.has(code) {
			responses = append(responses, member{code, ref("responses", c.names.text(code))})
		}
	}
	slices.SortStableFunc(responses, func(a, b member) int { return strings.Compare(a.key, b.key) })
	return op.without("x-answers").with("responses", responses), nil
}

// success adds the headers that every answer of an operation has.
func (c *completer) success(op, response object) object {
	headers := object{{"X-Request-ID", ref("headers", "RequestID")}}
	if op.text("x-scope") != "" {
		headers = append(headers,
			member{"X-RateLimit-Limit", ref("headers", "RateLimit")},
			member{"X-RateLimit-Remaining", ref("headers", "RateRemaining")},
			member{"X-RateLimit-Reset", ref("headers", "RateReset")})
	}
	if op.text("x-answers") == "submit" {
		headers = append(headers,
			member{"X-Job-ID", ref("headers", "JobID")},
			member{"Idempotency-Replayed", ref("headers", "Replayed")})
	}
	if op.has("deprecated") {
		headers = append(headers, member{"Deprecation", ref("headers", "Deprecation")})
	}
	return slices.Clone(response).with("headers", headers)
}

func ref(kind, name string) object {
	return object{{"$ref", "#/components/" + kind + "/" + name}}
}
