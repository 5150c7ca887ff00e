package infer

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"
	"time"
)

// trouble is what kind of failure a backend had.
type trouble uint8

const (
	rejected    trouble = iota // the request itself, which sending it again would not change
	busy                       // too many requests at once
	broken                     // a failure of the server, or an answer that is none
	memory                     // the server could not allocate what the request needs
	unreachable                // no connection, or one that broke
	overflow                   // the request is longer than the model can read
	flood                      // the answer is longer than we read
)

// Failure is why a backend gave no answer. It holds no words of the provider: they may repeat keys or documents.
type Failure struct {
	Status int // of the response; 0 where there was none
	what   trouble
	after  time.Duration // how long the backend asks to wait; 0 where it does not say
	cause  error         // of a connection that failed
}

func (f *Failure) Error() string {
	switch {
	case f.what == flood:
		return "the answer is too long"
	case f.Status > 0 && f.Status != http.StatusOK:
		return "status " + strconv.Itoa(f.Status)
	case f.what == unreachable:
		return "unreachable"
	}
	return "an answer that cannot be read"
}

// Unwrap returns why there was no connection.
func (f *Failure) Unwrap() error { return f.cause }

// Unreadable is the failure of a backend whose answer is not what its protocol promises.
func Unreadable() *Failure { return &Failure{Status: http.StatusOK, what: broken} }

// passing reports whether the same request may succeed later.
func (f *Failure) passing() bool {
	switch f.what {
	case busy, broken, memory, unreachable:
		return true
	}
	return false
}

// judge says what a response that is no success means. The providers tell a context that is too small in words only, and
// so do servers of one's own that run out of memory.
func judge(status int, header http.Header, body []byte) *Failure {
	f := &Failure{Status: status, after: wait(header, body)}
	words := bytes.ToLower(body)
	switch {
	case status == http.StatusRequestEntityTooLarge, contains(words, overflows):
		f.what = overflow
	case contains(words, exhausted):
		f.what = rejected
	case status >= 500 && contains(words, allocations):
		f.what = memory
	case status == http.StatusTooManyRequests, status == http.StatusServiceUnavailable, status == statusOverloaded:
		f.what = busy
	case status >= 500, status == http.StatusRequestTimeout, status == http.StatusConflict, status == http.StatusTooEarly:
		f.what = broken
	}
	return f
}

// statusOverloaded is what Anthropic answers while it is busy.
const statusOverloaded = 529

var (
	overflows = [][]byte{
		[]byte("context_length_exceeded"), []byte("maximum context length"), // OpenAI, vLLM
		[]byte("exceed_context_size"), []byte("context size has been exceeded"), []byte("available context size"), // llama.cpp
		[]byte("prompt is too long"), []byte("exceed context limit"), // Anthropic
		[]byte("input token count"), // Google
	}
	exhausted   = [][]byte{[]byte("insufficient_quota"), []byte("billing_hard_limit_reached")}
	allocations = [][]byte{[]byte("out of memory"), []byte("failed to allocate"), []byte("cuda error"), []byte("allocation failed")}
)

func contains(text []byte, any [][]byte) bool {
	for _, w := range any {
		if bytes.Contains(text, w) {
			return true
		}
	}
	return false
}

// wait is how long a response asks to wait, in one of the three ways there are.
func wait(header http.Header, body []byte) time.Duration {
	if ms, err := strconv.Atoi(header.Get("Retry-After-Ms")); err == nil && ms > 0 {
		return time.Duration(ms) * time.Millisecond
	}
	after := header.Get("Retry-After")
	if s, err := strconv.ParseFloat(after, 64); err == nil && s > 0 && s < 1e6 {
		return time.Duration(s * float64(time.Second))
	}
	if at, err := http.ParseTime(after); err == nil {
		return max(time.Until(at), 0)
	}
	var google struct {
		Error struct {
			Details []struct {
				RetryDelay string `json:"retryDelay"`
			} `json:"details"`
		} `json:"error"`
	}
	if json.Unmarshal(body, &google) == nil {
		for _, d := range google.Error.Details {
			if pause, err := time.ParseDuration(d.RetryDelay); err == nil && pause > 0 {
				return pause
			}
		}
	}
	return 0
}
