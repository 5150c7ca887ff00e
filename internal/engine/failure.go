package engine

import "fmt"

// PageError is a failure that concerns one page; the others may still be read.
type PageError struct {
	Page int // from 1
	Err  error
}

func (e *PageError) Error() string { return fmt.Sprintf("page %d: %v", e.Page, e.Err) }

// Unwrap returns what happened to the page.
func (e *PageError) Unwrap() error { return e.Err }
