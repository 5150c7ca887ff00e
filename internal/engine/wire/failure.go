package wire

import (
	"errors"
	"math"
	"strings"
	"unicode"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/fault"
)

const longest = 2000 // bytes of a message or cause

// EncodeFailure is a failure as a message of kind Failed. A page is named when err holds an engine.PageError.
func (e *Encoder) EncodeFailure(err error) [][]byte {
	page := 0
	var scoped *engine.PageError
	if errors.As(err, &scoped) {
		page = scoped.Page
	}
	e.Reset()
	e.Int(page)
	var named *fault.Error
	if errors.As(err, &named) {
		e.Text(string(named.Name), named.Type, named.Message)
		err = named.Unwrap()
	} else {
		e.Text("", "", "")
	}
	cause := ""
	if err != nil {
		cause = err.Error()
	}
	e.Text(cause)
	return e.Parts()
}

// DecodeFailure reads a failure. What is wrong with the message itself is ErrMalformed.
func DecodeFailure(body []byte) error {
	d := NewDecoder(body)
	page, name, typ := d.Int(0, math.MaxInt32), d.Text(), d.Text()
	message, cause := plain(d.Text()), plain(d.Text())
	if err := d.Close(); err != nil {
		return err
	}
	err := failure(fault.Name(name), typ, message, cause)
	if page > 0 {
		return &engine.PageError{Page: page, Err: err}
	}
	return err
}

func failure(name fault.Name, typ, message, cause string) error {
	var because error
	if cause != "" {
		because = errors.New(cause)
	}
	if !mayName(name) {
		return errors.Join(errors.New("the child failed: "+message), because)
	}
	err := fault.Wrap(name, because, "%s", message)
	if typ != err.Type && isType(typ) {
		err = err.Typed(typ)
	}
	return err
}

// mayName lists what a child can know: what is wrong with a document, not what is wrong with a request or the service.
func mayName(name fault.Name) bool {
	switch name {
	case fault.DocumentCorrupt, fault.DocumentEmpty, fault.DocumentUnsupported, fault.DocumentTooLarge,
		fault.DocumentPasswordProtected, fault.ImageTooLarge, fault.ImageTooSmall, fault.ImageInvalidAspectRatio,
		fault.ProcessingFailed, fault.InferenceMethodUnsupported:
		return true
	}
	return false
}

func isType(s string) bool {
	return s != "" && len(s) <= 64 && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789_") == ""
}

// plain keeps what a line of a log or an answer may hold.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, s[:min(len(s), longest)])
}
