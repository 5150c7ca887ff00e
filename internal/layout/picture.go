package layout

import "github.com/octavo-dev/octavo/internal/engine"

// Pictures are the visible parts of images that may hold text which the page does not give as characters: scans of
// whole pages, scanned letters and screenshots on digital pages. Logos, rules and bullets are too small to be listed.
func (t *Text) Pictures(p *engine.Page) []engine.Box { return nil }
