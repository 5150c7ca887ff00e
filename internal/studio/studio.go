// Package studio holds the files of Studio, the page on which people try the service and look at its results.
package studio

import (
	"embed"
	"io/fs"
)

//go:generate go run -C ../../tools/bundle . ../../internal/studio

// Files are index.html and what it loads. The scripts and the style sheet are built from src by go generate; nothing
// is inline and nothing comes from elsewhere, so that a policy of 'self' fits.
//
//go:embed index.html icon.svg dist
var Files embed.FS

// Portal is the page of the webhook portal, Studio's view of webhooks for those who were given a link instead of a key:
// portal.html, and the portal.js and portal.css it asks for under portal/.
func Portal() (fs.FS, error) { return fs.Sub(Files, "dist/portal") }
