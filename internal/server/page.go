package server

import (
	"bytes"
	"html"
	"io/fs"
	"net/http"
	"path"
	"strconv"
	"strings"

	"github.com/octavo-dev/octavo/internal/fault"
)

var mediaTypes = map[string]string{
	".html": "text/html; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".css":  "text/css; charset=utf-8",
	".svg":  "image/svg+xml",
}

// policy lets a page load nothing but its own files and talk to nobody but this service.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// page serves one embedded file, or the one the path names.
func (s *Server) page(files fs.FS, name string) func(*Call) (Reply, error) {
	return func(c *Call) (Reply, error) {
		if at := c.R.URL.EscapedPath(); name != "" && strings.HasSuffix(at, "/") {
			// The links of a page are relative to its address without the slash.
			c.W.Header().Set("Location", strings.TrimRight(at, "/"))
			c.begin(http.StatusPermanentRedirect)
			return Written, nil
		}
		file := name
		if file == "" {
			file = c.Values["file"]
		}
		body, err := fs.ReadFile(files, file)
		if err != nil {
			return Reply{}, fault.New(fault.NotFound, "this path was not found").Typed("unknown_path")
		}
		return c.send(path.Ext(file), body)
	}
}

// studio serves a file of Studio, or its page: which view an address means is decided there. The page is told where
// the service stands, because a view can be any number of segments deep.
func (s *Server) studio(c *Call) (Reply, error) {
	file := c.Values["path"]
	for _, folder := range []string{"", "dist"} {
		if body, err := fs.ReadFile(s.StudioFiles, path.Join(folder, file)); err == nil && path.Ext(file) != ".html" {
			return c.send(path.Ext(file), body)
		}
	}
	body, err := fs.ReadFile(s.StudioFiles, "index.html")
	if err != nil {
		return Reply{}, err
	}
	base := html.EscapeString(strings.TrimRight(publicPath(s.Config.PublicURL), "/"))
	return c.send(".html", bytes.ReplaceAll(body, []byte("{{base}}"), []byte(base)))
}

// front shows Studio to people who open the address of the service; to programs that path is as unknown as any other.
func (s *Server) front(c *Call) (Reply, error) {
	if !strings.Contains(c.R.Header.Get("Accept"), "text/html") {
		return Reply{}, fault.New(fault.NotFound, "this path was not found").Typed("unknown_path")
	}
	c.W.Header().Set("Location", s.Config.StudioURL)
	c.begin(http.StatusFound)
	return Written, nil
}

// send answers with a file of a page.
func (c *Call) send(ending string, body []byte) (Reply, error) {
	h := c.W.Header()
	h.Set("Content-Type", mediaTypes[ending])
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-cache")
	h.Set("Content-Length", strconv.Itoa(len(body)))
	c.begin(http.StatusOK)
	_, err := c.W.Write(body)
	c.lost(err)
	return Written, nil
}
