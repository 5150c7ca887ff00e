package fault

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// Error is a failure with a name. Its message is written for the caller; the wrapped error is for the log only.
type Error struct {
	Name      Name
	Code      int
	Type      string // snake_case refinement of the name
	Message   string
	Retriable bool
	Pointer   string // JSON pointer of the offending place, schema errors only
	JobID     string

	cause error
}

func (e *Error) Error() string {
	s := string(e.Name) + ": " + e.Message
	if e.cause != nil {
		s += ": " + e.cause.Error()
	}
	return s
}

// Unwrap returns the cause, which never leaves the process.
func (e *Error) Unwrap() error { return e.cause }

// Is reports whether target is an Error of the same name, so that errors.Is(err, fault.New(name, "")) works.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t.Name == e.Name
}

// New returns a failure of the given name. An empty message takes the table's.
func New(name Name, format string, args ...any) *Error {
	return Wrap(name, nil, format, args...)
}

// Wrap returns a failure of the given name caused by err.
func Wrap(name Name, err error, format string, args ...any) *Error {
	row := Lookup(name)
	msg := row.Message
	if format != "" {
		msg = fmt.Sprintf(format, args...)
	}
	return &Error{
		Name: row.Name, Code: row.Code, Type: strings.ToLower(string(row.Name)),
		Message: msg, Retriable: row.Retriable, cause: err,
	}
}

// Typed refines the type string, and the status where the interface gives the type another one.
func (e *Error) Typed(typ string) *Error {
	c := *e
	c.Type = typ
	if row, ok := refinements[refinement{e.Name, typ}]; ok {
		c.Code, c.Retriable = row.code, row.retriable
	}
	return &c
}

// Coded sets the status for the few names that have more than one.
func (e *Error) Coded(code int, retriable bool) *Error {
	c := *e
	c.Code, c.Retriable = code, retriable
	return &c
}

// At sets the JSON pointer of a schema error.
func (e *Error) At(pointer string) *Error {
	c := *e
	c.Pointer = pointer
	return &c
}

// Of finds the named failure inside err. Anything unnamed is an InternalError that keeps err as its cause.
func Of(err error) *Error {
	if err == nil {
		return nil
	}
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return Wrap(Timeout, err, "")
	}
	return Wrap(InternalError, err, "")
}

// Is reports whether err carries the given name.
func Is(err error, name Name) bool {
	var e *Error
	return errors.As(err, &e) && e.Name == name
}

type refinement struct {
	name Name
	typ  string
}

type outcome struct {
	code      int
	retriable bool
}

// refinements lists the types whose status differs from their name's. The table type has two readings; a
// resource limit in the table stage uses Coded(503, true).
var refinements = map[refinement]outcome{
	{ProcessingFailed, "pdf_processing_error"}:   {403, false},
	{ProcessingFailed, "table_processing_error"}: {422, false},
	{InvalidConfig, "idempotency_key_reused"}:    {422, false},
	{NotApplicable, "method_not_allowed"}:        {405, false},
	{AuthError, "insufficient_scope"}:            {403, false},
}
