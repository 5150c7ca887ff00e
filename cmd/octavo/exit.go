package main

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"unicode"

	"github.com/octavo-dev/octavo/internal/fault"
)

// Exit codes, as the help of the program lists them.
const (
	exitFailed      = 1
	exitUse         = 2
	exitNotReady    = 3
	exitService     = 4
	exitInterrupted = 130
)

// exitCodes is what each of them says.
var exitCodes = []struct {
	code int
	says string
}{
	{0, "everything was done"},
	{exitFailed, "at least one document failed, or the command itself"},
	{exitUse, "the command was used wrongly"},
	{exitNotReady, "migrate: the installation is not ready for a new major version"},
	{exitService, "the service cannot be reached, or refuses: key, scope, limits"},
	{exitInterrupted, "interrupted"},
}

// exitError ends the process with a code of its own.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string { return e.err.Error() }
func (e *exitError) Unwrap() error { return e.err }

// plain is an error as a service would tell it, where it is about the document. How others came about is told too: who
// reads this runs the machine.
func plain(err error) error {
	var named *fault.Error
	if errors.As(err, &named) && named.Code < http.StatusInternalServerError {
		return fmt.Errorf("%s: %s", named.Name, named.Message)
	}
	return err
}

// clean is a text in one line, in which nothing of a document can speak to the terminal.
func clean(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
}
