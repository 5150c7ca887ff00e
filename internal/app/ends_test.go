package app_test

import (
	"log/slog"
	"testing"
	"time"
)

// parseOf parses a file and returns the status, the error's name and the answer.
func (s *service) parseOf(name, content string, settings map[string]any) (int, string, map[string]any) {
	s.t.Helper()
	a := s.do("POST", "/parse", map[string]any{"input": s.upload(name, content), "settings": settings})
	body := a.object(s.t)
	code, _ := at(body, "error", "name").(string)
	return a.Status, code, body
}

// both sends a request synchronously and asynchronously, wants both to end alike, and returns how: the status, the name
// of the error and the body of the synchronous answer. What is refused at once is refused at once both times.
func (s *service) both(t testing.TB, path string, request map[string]any) (int, string, map[string]any) {
	t.Helper()
	a := s.do("POST", path, request)
	body := a.object(t)
	name, _ := at(body, "error", "name").(string)
	b := s.do("POST", path+"_async", request)
	other := b.object(t)
	status, early := b.Status, a.Header.Get("X-Job-ID") == ""
	if id, ok := other["job_id"].(string); ok && status == 200 && !early {
		other = s.endedWithin(id, 3*time.Minute) // some are tried three times
		if code, ok := at(other, "error", "code").(float64); ok {
			status = int(code)
		} else if other["status"] != "Completed" {
			status = 0
		}
	}
	if status != a.Status || at(other, "error", "name") != at(body, "error", "name") || at(other, "error", "type") != at(body, "error", "type") {
		t.Errorf("asynchronously it ends in %d %v, synchronously in %d %v", status, other["error"], a.Status, body["error"])
	}
	return a.Status, name, body
}

// finishes wants a request to end with a status and, where that is not 200, the name of an error, both synchronously
// and asynchronously. It returns the body of the synchronous answer.
func (s *service) finishes(t testing.TB, path string, request map[string]any, status int, want string) map[string]any {
	t.Helper()
	got, name, body := s.both(t, path, request)
	if got != status || name != want {
		t.Errorf("%d %s, want %d %s: %.500v", got, name, status, want, body)
	}
	return body
}

// ends wants the parse of a file to finish like that.
func (s *service) ends(t testing.TB, name, content string, settings map[string]any, status int, want string) map[string]any {
	t.Helper()
	return s.finishes(t, "/parse", map[string]any{"input": s.upload(name, content), "settings": settings}, status, want)
}

// logged collects everything that is logged until the test ends.
func logged(t testing.TB) *lockedBuffer {
	t.Helper()
	log, before := &lockedBuffer{}, slog.Default()
	slog.SetDefault(slog.New(slog.NewJSONHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug})))
	t.Cleanup(func() { slog.SetDefault(before) })
	return log
}

// text is what was written up to now.
func (b *lockedBuffer) text() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.String()
}
