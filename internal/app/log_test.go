package app_test

import (
	"bytes"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"github.com/octavo-dev/octavo/internal/org"
)

// lockedBuffer takes log lines from many goroutines.
type lockedBuffer struct {
	mu sync.Mutex
	bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.Buffer.Write(p)
}

// watchLog takes everything that is logged until the test ends.
func watchLog(t *testing.T) *lockedBuffer {
	t.Helper()
	log := &lockedBuffer{}
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewJSONHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug})))
	t.Cleanup(func() { slog.SetDefault(before) })
	return log
}

// lacks searches the log, which must not be empty, for what must not be there.
func (b *lockedBuffer) lacks(t *testing.T, secrets ...string) {
	t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	text := b.String()
	if !strings.Contains(text, `"msg":"request"`) {
		t.Fatal("nothing was logged")
	}
	for _, secret := range secrets {
		if i := strings.Index(text, secret); i >= 0 || secret == "" {
			t.Errorf("the log holds %q: …%s…", secret, text[max(0, i-200):min(len(text), i+80)])
		}
	}
}

// TestLogKeepsSecrets searches the whole log of a busy installation for what must not be there.
func TestLogKeepsSecrets(t *testing.T) {
	log := watchLog(t)
	s := start(t, "sqlite")
	key := newKey(t, s, "acme", org.All)
	a := s.as(key)
	file := a.upload("a.txt", "confidential-words of a document")
	sync := a.want(200, "POST", "/parse", map[string]any{"input": file, "settings": map[string]any{"document_password": "hunter2-secret", "force_url_result": true}})
	link := at(sync, "result", "url").(string)
	a.do("GET", link, nil)
	a.do("GET", link+"0", nil)
	a.do("POST", "/parse", map[string]any{"input": "https://origin.invalid/x.pdf?signature=presigned-secret"})
	a.do("POST", "/parse", map[string]any{"input": "confidential-words"})
	s.as("oct_not-a-known-key").do("GET", "/jobs?key=query-key-secret", nil)
	token := string(a.do("POST", "/configure_webhook", nil).Body)
	_, token, _ = strings.Cut(strings.Trim(token, `"`), "#token=")
	a.as(token).do("GET", "/webhooks/endpoints", nil)
	_, signature, _ := strings.Cut(link, "signature=")

	log.lacks(t, key, "confidential-words", "hunter2-secret", "presigned-secret", "oct_not-a-known-key", "query-key-secret", token, signature)
}
