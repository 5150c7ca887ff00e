package api

import (
	"encoding/json"

	"github.com/octavo-dev/octavo/internal/fault"
)

// ErrorDetail is a named failure; it satisfies the structured and the legacy form at once.
type ErrorDetail struct {
	Code      int        `json:"code"`
	Name      fault.Name `json:"name"`
	Message   string     `json:"message"`
	JobID     *string    `json:"job_id"`
	Type      string     `json:"type"`
	Retriable bool       `json:"retriable"`
	Pointer   string     `json:"pointer,omitempty"` // schema errors only
}

// ErrorBody is the body of every error answer that is not a validation failure.
type ErrorBody struct {
	Error ErrorDetail `json:"error"`
}

// Detail puts a failure on the wire.
func Detail(e *fault.Error) ErrorDetail {
	d := ErrorDetail{
		Code: e.Code, Name: e.Name, Message: e.Message, Type: e.Type, Retriable: e.Retriable, Pointer: e.Pointer,
	}
	if e.JobID != "" {
		id := e.JobID
		d.JobID = &id
	}
	return d
}

// ValidationError is one thing wrong with a request.
type ValidationError struct {
	Loc   []any           `json:"loc"` // strings and integers
	Msg   string          `json:"msg"`
	Type  string          `json:"type"`
	Input json.RawMessage `json:"input,omitempty"` // the offending value; left out when it is very large
	Ctx   Ctx             `json:"ctx,omitempty"`
}

// Ctx gives the bounds or allowed values behind a ValidationError.
type Ctx map[string]any

// Errors are the things wrong with a request, in field order.
type Errors []ValidationError

// Error gives the first problem, so that Errors can travel as an error.
func (e Errors) Error() string {
	if len(e) == 0 {
		return "no validation errors"
	}
	return e[0].Type + ": " + e[0].Msg
}

// HTTPValidationError is the body of a 422 of check 8.
type HTTPValidationError struct {
	Detail Errors `json:"detail"`
}
