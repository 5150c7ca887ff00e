package org

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func writeFile(t testing.TB, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestKeyFileIsFollowed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "keys")
	writeFile(t, path, "first-key-1\n")
	synctest.Test(t, func(t *testing.T) {
		var log journal
		a := newAuthenticator(t, nil, Options{KeyFile: path, Log: slog.New(slog.NewTextHandler(&log, nil))})
		ctx, stop := context.WithCancel(t.Context())
		ran := make(chan struct{})
		go func() { a.Run(ctx); close(ran) }()
		holds := func(good, bad string) {
			t.Helper()
			if _, err := a.Authenticate(t.Context(), with(good)); err != nil {
				t.Errorf("%s: %v", good, err)
			}
			_, err := a.Authenticate(t.Context(), with(bad))
			refused(t, err, invalidToken)
		}
		errors := func(want int) {
			t.Helper()
			if n := strings.Count(log.String(), "the keys stay as they were"); n != want {
				t.Errorf("%d errors logged, want %d:\n%s", n, want, log.String())
			}
		}
		holds("first-key-1", "second-key-2")
		writeFile(t, path, "second-key-2\n")
		time.Sleep(5 * time.Second)
		holds("second-key-2", "first-key-1")

		writeFile(t, path, "# nothing left\n")
		time.Sleep(time.Minute)
		holds("second-key-2", "first-key-1")
		errors(1)
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute)
		holds("second-key-2", "first-key-1")
		errors(2)
		a.Reload()
		errors(3)

		writeFile(t, path, "third-key-3\nbad line of too many words\n")
		a.Reload()
		holds("third-key-3", "second-key-2")
		stop()
		<-ran
		if !strings.Contains(log.String(), "line=2") {
			t.Errorf("the bad line is not reported: %s", log.String())
		}
	})
}

func TestKeyFileIsNotTakenHalf(t *testing.T) {
	path := filepath.Join(t.TempDir(), "keys")
	writeFile(t, path, "first-key-1\n")
	a := newAuthenticator(t, nil, Options{KeyFile: path, Log: slog.New(slog.DiscardHandler)})
	for _, step := range []struct {
		content string
		good    string
	}{
		{"second-ke", "first-key-1"},
		{"second-key-2\n", "first-key-1"},
		{"second-key-2\n", "second-key-2"},
		{"", "second-key-2"},
		{"third-key-3\n", "second-key-2"},
		{"third-key-3\n", "third-key-3"},
	} {
		writeFile(t, path, step.content)
		a.look("")
		if _, err := a.Authenticate(t.Context(), with(step.good)); err != nil {
			t.Errorf("after %q: %s is refused", step.content, step.good)
		}
	}
}

func TestKeyFileMustHoldAKeyAtStart(t *testing.T) {
	dir := t.TempDir()
	empty, large := filepath.Join(dir, "empty"), filepath.Join(dir, "large")
	writeFile(t, empty, "# soon\nshort\n")
	writeFile(t, large, strings.Repeat("a-key-of-some-length\n", 60_000))
	for _, path := range []string{empty, large, dir, filepath.Join(dir, "missing")} {
		_, err := NewAuthenticator(nil, Options{KeyFile: path, Log: slog.New(slog.DiscardHandler)})
		if err == nil || !strings.Contains(err.Error(), "auth.key_file") || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", path, err)
		}
	}
}
