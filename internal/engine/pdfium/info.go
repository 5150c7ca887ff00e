//go:build cgo

package pdfium

// #include "shim.h"
import "C"

import (
	"fmt"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/engine/pdf"
	"github.com/octavo-dev/octavo/internal/engine/xmp"
)

// Info reads what the document says about itself.
func (d *Document) Info() (*engine.Info, error) {
	var c C.oct_info
	defer C.oct_free_info(&c)
	if code := C.oct_read_info(d.c, &c); code != C.OCT_OK {
		return nil, fmt.Errorf("read document properties: out of memory")
	}
	h := heapOf(c.heap)
	info := &engine.Info{
		Pages: d.pages, Properties: map[string]string{}, Language: h.wide(c.language),
		Tagged: c.tagged != 0, Encrypted: c.encrypted != 0, Form: engine.FormKind(c.form), Version: pdf.Version(int(c.version)),
	}
	if packet := d.own.Metadata(); packet != nil {
		info.Metadata = xmp.Read(packet)
	}
	for i, text := range c.properties {
		if value := h.wide(text); value != "" {
			info.Properties[C.GoString(C.oct_properties[i])] = value
		}
	}
	info.Bookmarks = each(c.bookmarks, func(b C.oct_bookmark) engine.Bookmark {
		return engine.Bookmark{Title: h.wide(b.title), Level: int(b.level), Page: int(b.page)}
	})
	info.Attachments = each(c.attachments, func(a C.oct_attachment) engine.Attachment {
		return engine.Attachment{Name: h.wide(a.name), Type: h.wide(a._type), Size: int64(a.size)}
	})
	ranges := each(c.ranges, func(n C.int) int { return int(n) })
	info.Signatures = each(c.signatures, func(s C.oct_signature) engine.Signature {
		return engine.Signature{
			Filter: h.narrow(s.filter), Time: h.narrow(s.time), Reason: h.wide(s.reason),
			Ranges: ranges[s.first : s.first+s.count : s.first+s.count],
		}
	})
	return info, nil
}
