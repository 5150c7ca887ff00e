package layout

import (
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
)

// Doc gives the words and lines that are seen as the document model has them.
func (t *Text) Doc(p *engine.Page) ([]doc.Word, []doc.Line) { return nil, nil }
