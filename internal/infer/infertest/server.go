// Package infertest is a model server on loopback that answers and fails as it is told, in the protocols of OpenAI,
// Anthropic and Google, and the suite that every backend passes.
package infertest

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// The protocols the server speaks, told apart by the path of a request.
const (
	OpenAI    = "openai"
	Anthropic = "anthropic"
	Google    = "google"
)

// Server is a model server.
type Server struct {
	URL string

	answer func(Ask) Step
	sent   atomic.Int64
	gone   chan struct{} // closed when the test ends, so that nothing hangs longer

	mu   sync.Mutex
	asks []Ask
}

// Ask is a request as the server understood it.
type Ask struct {
	Number   int // of the request, from 0
	Protocol string
	Model    string
	Key      string
	System   string
	Text     string // all texts of the user, joined by line feeds
	Images   int
	Schema   json.RawMessage // nil where text is asked for
	Limit    int             // of the answer's tokens; 0 where none was given
	Body     []byte
}

// Start serves until the test ends.
func Start(tb testing.TB, answer func(Ask) Step) *Server {
	tb.Helper()
	s := &Server{answer: answer, gone: make(chan struct{})}
	web := httptest.NewServer(s)
	s.URL = web.URL
	tb.Cleanup(func() {
		close(s.gone)
		web.CloseClientConnections()
		web.Close()
	})
	return s
}

// Script answers with one step after the other, and then with the last again and again.
func Script(steps ...Step) func(Ask) Step {
	return func(a Ask) Step { return steps[min(a.Number, len(steps)-1)] }
}

// Asked is all that was asked so far.
func (s *Server) Asked() []Ask {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Ask(nil), s.asks...)
}

// Sent is how many bytes of floods went out.
func (s *Server) Sent() int64 { return s.sent.Load() }

func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // the caller is gone
	}
	ask, ok := understand(r, body)
	if !ok {
		http.Error(w, "no such path", http.StatusNotFound)
		return
	}
	s.mu.Lock()
	ask.Number = len(s.asks)
	s.asks = append(s.asks, ask)
	s.mu.Unlock()
	s.answer(ask)(&exchange{server: s, ask: ask, w: w, r: r})
}

func understand(r *http.Request, body []byte) (Ask, bool) {
	switch {
	case strings.HasSuffix(r.URL.Path, "/chat/completions"):
		return fromOpenAI(r, body)
	case strings.HasSuffix(r.URL.Path, "/v1/messages"):
		return fromAnthropic(r, body)
	case strings.HasSuffix(r.URL.Path, ":generateContent"):
		return fromGoogle(r, body)
	}
	return Ask{}, false
}
