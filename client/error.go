package client

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
	"unicode/utf8"
)

// errorBytes is how much of an error answer is read.
const errorBytes = 1 << 20

// Error is a failure that the service reports, of a request or of a job.
type Error struct {
	Status    int    `json:"code"`      // HTTP status; of a failed job, the one that a synchronous caller gets
	Name      string `json:"name"`      // a name that never changes, such as NOT_FOUND; empty for requests that are not valid
	Type      string `json:"type"`      // a finer reading of Name
	Message   string `json:"message"`   // for people
	Pointer   string `json:"pointer"`   // where in an extraction schema, as a JSON pointer
	JobID     string `json:"job_id"`    // the job that failed
	Retriable bool   `json:"retriable"` // the same request may succeed later

	RequestID  string        `json:"-"` // names the request in the log of the service
	RetryAfter time.Duration `json:"-"` // how long to wait before the next try, where the service said so
	Detail     []Problem     `json:"-"` // what is wrong with a request that is not valid

	again bool // worth another attempt
}

// Problem is one thing wrong with a request.
type Problem struct {
	Loc  []any  `json:"loc"` // strings and numbers
	Msg  string `json:"msg"`
	Type string `json:"type"`
}

// Field is the path of what is wrong, such as body.settings.timeout.
func (p Problem) Field() string {
	parts := make([]string, len(p.Loc))
	for i, part := range p.Loc {
		parts[i] = fmt.Sprint(part)
	}
	return strings.Join(parts, ".")
}

// Error says what failed, and what to look for in the log of the service.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString("octavo: ")
	if e.Name != "" {
		fmt.Fprintf(&b, "%s (%d): ", e.Name, e.Status)
	} else {
		fmt.Fprintf(&b, "status %d: ", e.Status)
	}
	b.WriteString(e.Message)
	if e.Pointer != "" && !strings.Contains(e.Message, e.Pointer) {
		fmt.Fprintf(&b, " at %s", e.Pointer)
	}
	for i, p := range e.Detail {
		if i == 0 {
			b.WriteString(": ")
		} else {
			b.WriteString("; ")
		}
		fmt.Fprintf(&b, "%s %s", p.Field(), p.Msg)
	}
	if e.JobID != "" {
		fmt.Fprintf(&b, " [job %s]", e.JobID)
	}
	if e.RequestID != "" {
		fmt.Fprintf(&b, " [request %s]", e.RequestID)
	}
	return b.String()
}

// readError makes an error of an answer whose status is none of success.
func readError(r *http.Response) *Error {
	raw, _ := io.ReadAll(io.LimitReader(r.Body, errorBytes)) // what arrived is better than nothing
	var body struct {
		Error  *Error    `json:"error"`
		Detail []Problem `json:"detail"`
	}
	e := &Error{}
	switch err := json.Unmarshal(raw, &body); {
	case err == nil && body.Error != nil:
		e = body.Error
	case err == nil && len(body.Detail) > 0:
		e.Type, e.Message, e.Detail = "validation_error", "the request is not valid", body.Detail
	default:
		e.Message = strings.TrimSpace(http.StatusText(r.StatusCode) + " " + excerpt(raw))
		e.Retriable = transient(r.StatusCode)
	}
	e.Status = r.StatusCode
	e.RequestID = r.Header.Get("X-Request-ID")
	e.RetryAfter = retryAfter(r.Header)
	switch r.Header.Get("x-should-retry") {
	case "true":
		e.again = true
	case "false":
		e.again = false
	default:
		e.again = transient(r.StatusCode)
	}
	return e
}

// transient reports whether answers of a status are worth another attempt when they do not say it themselves.
func transient(status int) bool {
	return status == http.StatusRequestTimeout || status == http.StatusTooManyRequests || status >= 500
}

// excerpt is the beginning of an answer that nobody expected, such as the page of a proxy.
func excerpt(raw []byte) string {
	const most = 200
	text := strings.Join(strings.Fields(string(raw)), " ")
	if !utf8.ValidString(text) || text == "" {
		return ""
	}
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most]) + "…"
	}
	return "(" + text + ")"
}

// concealed is a transport failure without its URL, whose query may be a credential.
func concealed(err error) error {
	if failure, ok := errors.AsType[*url.Error](err); ok {
		return failure.Err
	}
	return err
}
