package org

import (
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"sync"
	"sync/atomic"
)

// keyFile is the set of keys in a file that may change at any time.
type keyFile struct {
	path string
	log  *slog.Logger
	keys atomic.Pointer[map[digest]fileKey]

	mu      sync.Mutex
	seen    digest // content of the last look
	applied digest // content that was last taken, usable or not
}

// find returns the entry of a secret.
func (f *keyFile) find(d digest) (Caller, bool) {
	k, ok := (*f.keys.Load())[d]
	if !ok || subtle.ConstantTimeCompare(k.digest[:], d[:]) != 1 {
		return Caller{}, false
	}
	return k.caller, true
}

// reload reads the file now. The set stays as it is when the file cannot be read or holds no key.
func (f *keyFile) reload() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	content, err := f.read()
	if err != nil {
		return err
	}
	return f.apply(content)
}

// look is reload for a clock: it does nothing while the file stays as it is, and waits until two looks agree,
// so that a file which is being written is not taken half.
func (f *keyFile) look() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	content, err := f.read()
	if err != nil {
		return err
	}
	now := sum(string(content))
	settled := now == f.seen
	f.seen = now
	if !settled || now == f.applied {
		return nil
	}
	return f.apply(content)
}

func (f *keyFile) apply(content []byte) error {
	f.applied = sum(string(content))
	f.seen = f.applied
	keys, problems := readKeys(content)
	for _, p := range problems {
		f.log.Error("key file line ignored", "file", f.path, "line", p.line, "problem", p.what)
	}
	if len(keys) == 0 {
		return fmt.Errorf("auth.key_file: %s holds no usable key", f.path)
	}
	f.keys.Store(&keys)
	f.log.Info("key file read", "file", f.path, "keys", len(keys))
	return nil
}

func (f *keyFile) read() ([]byte, error) {
	file, err := os.Open(f.path)
	if err != nil {
		return nil, fmt.Errorf("auth.key_file: %w", err)
	}
	defer file.Close()
	content, err := io.ReadAll(io.LimitReader(file, maxFileSize+1))
	if err == nil && len(content) > maxFileSize {
		err = errors.New("larger than 1 MiB")
	}
	if err != nil {
		return nil, fmt.Errorf("auth.key_file: read %s: %w", f.path, err)
	}
	return content, nil
}
