// Package page holds the files of the webhook portal.
package page

import "embed"

// Files are portal.html and the script and style sheet it loads.
//
//go:embed portal.html portal.js portal.css
var Files embed.FS

// Policy is the Content-Security-Policy to serve them under: nothing is inline and nothing comes from elsewhere.
const Policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
