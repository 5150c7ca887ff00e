package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
)

// Validate checks a request body against a component schema of the document and returns it in normal form: defaults
// filled in, lax scalars coerced, unknown keys dropped, keys in schema order.
func Validate(schema string, body []byte) (json.RawMessage, Errors) {
	return nil, nil
}

// Read validates a body and decodes its normal form.
func Read[T any](schema string, body []byte) (T, Errors) {
	raw, errs := Validate(schema, body)
	return decode[T](raw, errs)
}

// ValidateQuery checks the query parameters of an operation, named by its operationId.
func ValidateQuery(operation string, values url.Values) (json.RawMessage, Errors) {
	return nil, nil
}

// ReadQuery validates query parameters and decodes them: ReadQuery[JobsQuery]("list_jobs", r.URL.Query()).
func ReadQuery[T any](operation string, values url.Values) (T, Errors) {
	raw, errs := ValidateQuery(operation, values)
	return decode[T](raw, errs)
}

// ValidatePath checks one path parameter of an operation.
func ValidatePath(operation, name, value string) Errors {
	return nil
}

// ValidateHeader checks the request headers with meaning: Idempotency-Key and user-id.
func ValidateHeader(h http.Header) Errors {
	return nil
}

// CheckContentType checks that a body may be read as JSON.
func CheckContentType(contentType string) Errors {
	return nil
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

// Lite reports whether a body asks for a lite parse, in any of the places the interface allows.
func Lite(body []byte) bool {
	return false
}

// Redact returns the caller's bytes with the value of every document_password replaced by "***".
func Redact(body []byte) string {
	return string(body)
}

// OpenAPI returns the OpenAPI 3.1 document as JSON, for a version of the service and the address it is served at.
func OpenAPI(version, publicURL string) []byte {
	return nil
}
