// Package page holds the files of the webhook portal.
package page

import "embed"

// Files are portal.html and the script and style sheet it loads. Nothing is inline and nothing comes from elsewhere,
// so that a policy of 'self' fits.
//
//go:embed portal.html portal.js portal.css
var Files embed.FS
