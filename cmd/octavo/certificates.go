package main

import (
	"crypto/tls"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"
)

// certificates serves a key pair that is re-read when its files change, so that renewals need no restart.
type certificates struct {
	certFile, keyFile string

	mu      sync.Mutex
	current *tls.Certificate
	stamp   time.Time
	checked time.Time
}

func newCertificates(certFile, keyFile string) (*certificates, error) {
	c := &certificates{certFile: certFile, keyFile: keyFile}
	if err := c.load(); err != nil {
		return nil, fmt.Errorf("tls: %w", err)
	}
	return c, nil
}

func (c *certificates) load() error {
	stamp, err := c.newest()
	if err != nil {
		return err
	}
	pair, err := tls.LoadX509KeyPair(c.certFile, c.keyFile)
	if err != nil {
		return err
	}
	c.current, c.stamp = &pair, stamp
	return nil
}

func (c *certificates) newest() (time.Time, error) {
	cert, err := os.Stat(c.certFile)
	if err != nil {
		return time.Time{}, err
	}
	key, err := os.Stat(c.keyFile)
	if err != nil {
		return time.Time{}, err
	}
	if key.ModTime().After(cert.ModTime()) {
		return key.ModTime(), nil
	}
	return cert.ModTime(), nil
}

// get returns the current pair. Files that are half written keep the one before.
func (c *certificates) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if time.Since(c.checked) > 5*time.Second {
		c.checked = time.Now()
		if stamp, err := c.newest(); err == nil && !stamp.Equal(c.stamp) {
			if err := c.load(); err != nil {
				slog.Error("new certificate not used", "error", err)
			}
		}
	}
	return c.current, nil
}
