package server

import (
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

// page serves one embedded file, or the one the path names. The policy lets a page load nothing but its own
// files and talk to nobody but this service.
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
		h := c.W.Header()
		h.Set("Content-Type", mediaTypes[path.Ext(file)])
		h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cache-Control", "no-cache")
		h.Set("Content-Length", strconv.Itoa(len(body)))
		c.begin(http.StatusOK)
		_, err = c.W.Write(body)
		c.lost(err)
		return Written, nil
	}
}
