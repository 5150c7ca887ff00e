package api

import (
	"embed"
	"io/fs"
)

//go:embed page
var pageFiles embed.FS

// DocsFiles holds docs.html, docs.js and docs.css. The page is served at /docs, its files below /docs/, and it reads
// openapi.json beside it; it needs nothing from elsewhere and no inline script.
var DocsFiles = func() fs.FS {
	sub, err := fs.Sub(pageFiles, "page")
	if err != nil {
		panic("api: embedded page: " + err.Error())
	}
	return sub
}()
