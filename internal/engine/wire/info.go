package wire

import "github.com/octavo-dev/octavo/internal/engine"

const (
	pairSize       = 4 + 4
	bookmarkSize   = 3 * 4
	attachmentSize = 4 + 4 + 8
	signatureSize  = 4 * 4
	rangeSize      = 8
)

// EncodeInfo is what a document says about itself as a message.
func (e *Encoder) EncodeInfo(i *engine.Info) [][]byte {
	e.Reset()
	e.Int(i.Pages)
	e.Text(i.Version, i.Language)
	e.pairs(i.Properties)
	e.pairs(i.Metadata)
	e.Bool(i.Tagged)
	e.Bool(i.Encrypted)
	e.Byte(uint8(i.Form))
	list(e, i.Bookmarks, e.bookmark)
	list(e, i.Attachments, e.attachment)
	list(e, i.Signatures, e.signature)
	return e.Parts()
}

// DecodeInfo reads what a document says about itself.
func DecodeInfo(body []byte) (*engine.Info, error) {
	d := NewDecoder(body)
	i := &engine.Info{
		Pages: d.natural(), Version: d.Text(), Language: d.Text(), Properties: d.pairs(), Metadata: d.pairs(),
		Tagged: d.Bool(), Encrypted: d.Bool(), Form: engine.FormKind(d.Byte(uint8(engine.XFAForeground))),
		Bookmarks:   each(d, bookmarkSize, d.bookmark),
		Attachments: each(d, attachmentSize, d.attachment),
		Signatures:  each(d, signatureSize, d.signature),
	}
	if err := d.Close(); err != nil {
		return nil, err
	}
	return i, nil
}

func (e *Encoder) pairs(all map[string]string) {
	e.Int(len(all))
	for name, value := range all {
		e.Text(name, value)
	}
}

func (d *Decoder) pairs() map[string]string {
	all := map[string]string{}
	for range d.Count(pairSize) {
		name := d.Text()
		all[name] = d.Text()
	}
	return all
}

func (e *Encoder) bookmark(b *engine.Bookmark) {
	e.Text(b.Title)
	e.Int(b.Level)
	e.Int(b.Page)
}

func (d *Decoder) bookmark() engine.Bookmark {
	return engine.Bookmark{Title: d.Text(), Level: d.natural(), Page: d.natural()}
}

func (e *Encoder) attachment(a *engine.Attachment) {
	e.Text(a.Name, a.Type)
	e.Int64(a.Size)
}

func (d *Decoder) attachment() engine.Attachment {
	return engine.Attachment{Name: d.Text(), Type: d.Text(), Size: max(d.Int64(), 0)}
}

func (e *Encoder) signature(s *engine.Signature) {
	e.Text(s.Filter, s.Reason, s.Time)
	list(e, s.Ranges, func(n *int) { e.Int64(int64(*n)) })
}

func (d *Decoder) signature() engine.Signature {
	return engine.Signature{
		Filter: d.Text(), Reason: d.Text(), Time: d.Text(),
		Ranges: each(d, rangeSize, func() int { return int(d.Int64()) }),
	}
}
