package config

import (
	"net"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
)

// derive fills what has no fixed default.
func (l *loader) derive(c *Config) {
	if dir, err := filepath.Abs(c.DataDir); err == nil && c.DataDir != "" {
		c.DataDir = dir
	}
	if !l.isSet("database_url") {
		c.DatabaseURL = "sqlite:" + filepath.Join(c.DataDir, "octavo.db")
	}
	switch {
	case c.Store.Path != "" && c.Store.URL == "":
		c.Store.URL = fileURL(c.Store.Path)
	case c.Store.URL == "":
		c.Store.URL = fileURL(filepath.Join(c.DataDir, "store"))
	}
	if !l.isSet("workers.cpu") {
		c.Workers.CPU = runtime.GOMAXPROCS(0)
	}
	if !l.isSet("workers.io") {
		c.Workers.IO = 4 * runtime.GOMAXPROCS(0)
	}
	if c.Engines.Dir == "" {
		c.Engines.Dir = enginesDir()
	}
	// Children start in a folder of their own.
	if dir, err := filepath.Abs(c.Engines.Dir); err == nil {
		c.Engines.Dir = dir
	}
	c.PublicURL = strings.TrimRight(c.PublicURL, "/")
	c.StudioURL = strings.TrimRight(c.StudioURL, "/")
	if _, port, err := net.SplitHostPort(c.Listen); err == nil {
		c.deriveURLs(l.isSet, port)
	}
}

// ListeningOn tells the settings the port that a listen address with port 0 got, so that a public_url nobody set
// is right.
func (c *Config) ListeningOn(port int) {
	c.deriveURLs(func(key string) bool { return c.origins[key] != "" }, strconv.Itoa(port))
}

func (c *Config) deriveURLs(isSet func(key string) bool, port string) {
	if !isSet("public_url") {
		scheme := "http://"
		if c.TLS.CertFile != "" {
			scheme = "https://"
		}
		c.PublicURL = scheme + net.JoinHostPort("127.0.0.1", port)
	}
	if !isSet("studio_url") {
		c.StudioURL = c.PublicURL + "/studio"
	}
}

// enginesDir finds the native libraries: beside the program as it is packed, or where set-up puts them in a checkout.
func enginesDir() string {
	const installed = "/usr/lib/octavo/engines"
	program, err := os.Executable()
	if err != nil {
		return installed
	}
	if program, err = filepath.EvalSymlinks(program); err != nil {
		return installed
	}
	beside := filepath.Dir(program)
	for _, dir := range []string{filepath.Join(beside, "engines"), filepath.Join(beside, "..", ".cache", "engines")} {
		if info, err := os.Stat(dir); err == nil && info.IsDir() {
			return dir
		}
	}
	return installed
}

func fileURL(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(path)}).String()
}
