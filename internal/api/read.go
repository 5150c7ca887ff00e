package api

import (
	"encoding/json"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"
)

// Validate checks a request body against a component schema of the document and returns it in normal form: defaults
// filled in, lax scalars coerced, unknown keys dropped, keys in schema order. It panics when there is no such schema.
func Validate(schema string, body []byte) (json.RawMessage, Errors) {
	s, ok := rules().schemas[schema]
	if !ok {
		panic("api: no schema " + schema)
	}
	if len(trim(body)) == 0 {
		return nil, Errors{{Loc: []any{"body"}, Msg: "Required", Type: "missing", Input: json.RawMessage("null")}}
	}
	if err := scan(body); err != nil {
		return nil, Errors{{
			Loc: []any{"body", err.offset}, Msg: "Not JSON: " + err.message, Type: "json_invalid",
			Input: json.RawMessage("{}"), Ctx: Ctx{"error": err.message},
		}}
	}
	w := from("body")
	out := w.value(s, trim(body), make([]byte, 0, len(body)+1024))
	if w.errs != nil {
		return nil, w.errs
	}
	return out, nil
}

// Read validates a body and decodes its normal form.
func Read[T any](schema string, body []byte) (T, Errors) {
	raw, errs := Validate(schema, body)
	return decode[T](raw, errs)
}

// ValidateQuery checks the query parameters of an operation, named by its operationId, and returns them as a JSON
// object. Unknown parameters are ignored; of a repeated one the last counts.
func ValidateQuery(operation string, values url.Values) (json.RawMessage, Errors) {
	w := from("query")
	out := []byte{'{'}
	for _, p := range operationParams(operation) {
		if p.in != "query" {
			continue
		}
		var v []byte
		if given := values[p.name]; len(given) > 0 {
			if v = w.parameter(p.name, given[len(given)-1]); v == nil {
				continue
			}
		}
		if p.schema.null && string(v) == `""` {
			v = nil
		}
		out = w.property(&p.property, v, []byte("null"), out, p.required)
	}
	if w.errs != nil {
		return nil, w.errs
	}
	if len(out) > 1 {
		out = out[:len(out)-1]
	}
	return append(out, '}'), nil
}

// ReadQuery validates query parameters and decodes them: ReadQuery[JobsQuery]("list_jobs", r.URL.Query()).
func ReadQuery[T any](operation string, values url.Values) (T, Errors) {
	raw, errs := ValidateQuery(operation, values)
	return decode[T](raw, errs)
}

// ValidatePath checks one path parameter of an operation. It panics when the operation has no such parameter.
func ValidatePath(operation, name, value string) Errors {
	for _, p := range operationParams(operation) {
		if p.in == "path" && p.name == name {
			w := from("path")
			if v := w.parameter(name, value); v != nil {
				w.enter(name)
				w.value(p.schema, v, nil)
			}
			return w.errs
		}
	}
	panic("api: " + operation + " has no path parameter " + name)
}

// ValidateHeader checks the request headers with meaning: Idempotency-Key and user-id.
func ValidateHeader(h http.Header) Errors {
	w := from("header")
	for _, p := range rules().headers {
		given := h.Values(p.name)
		if len(given) == 0 {
			continue
		}
		w.enter(strings.ToLower(p.name))
		w.value(p.schema, quote(given[0]), nil)
		w.leave()
	}
	return w.errs
}

// CheckContentType checks that a body of this type may be read as JSON. A missing type may.
func CheckContentType(contentType string) Errors {
	name, _, err := mime.ParseMediaType(contentType)
	switch {
	case contentType == "", err == nil && (name == "application/json" || name == "text/plain"),
		err == nil && strings.HasPrefix(name, "application/") && strings.HasSuffix(name, "+json"):
		return nil
	}
	return Errors{{
		Loc: []any{"body"}, Msg: "Should be sent as application/json", Type: "model_attributes_type",
		Input: json.RawMessage("null"),
	}}
}

func operationParams(operation string) []parameter {
	params, ok := rules().params[operation]
	if !ok {
		panic("api: no operation " + operation)
	}
	return params
}

// parameter puts a text from outside the body into JSON; nil when it is not text that can be stored.
func (w *walk) parameter(name, value string) []byte {
	if !utf8.ValidString(value) || strings.ContainsRune(value, 0) {
		w.enter(name)
		w.invalid([]byte("null"), "should be UTF-8 text without NUL")
		w.leave()
		return nil
	}
	return quote(value)
}

// decode panics when a normal form does not fit its type, because the document and the types then disagree.
func decode[T any](raw json.RawMessage, errs Errors) (T, Errors) {
	var v T
	if errs != nil {
		return v, errs
	}
	if err := json.Unmarshal(raw, &v); err != nil {
		panic(fmt.Sprintf("api: normal form does not fit %T: %v", v, err))
	}
	return v, nil
}
