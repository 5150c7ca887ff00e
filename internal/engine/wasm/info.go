package wasm

import (
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/engine/pdf"
	"github.com/octavo-dev/octavo/internal/engine/xmp"
)

// Bounds of one document.
const (
	maxBookmarks     = 50000
	maxBookmarkDepth = 32
	maxAttachments   = 10000
	maxSignatures    = 1000
	maxRanges        = 64
)

var properties = [...]string{
	"Title", "Author", "Subject", "Keywords", "Creator", "Producer", "CreationDate", "ModDate", "Trapped",
}

// Info reads what the document says about itself.
func (d *Document) Info() (info *engine.Info, err error) {
	if err := d.revive(); err != nil {
		return nil, err
	}
	defer d.lib.survive(&err, "read document properties", damagedStructure)
	m, document := d.machine, d.main.pdf
	info = &engine.Info{
		Pages: d.pages, Properties: map[string]string{},
		Language:  m.wide("FPDFCatalog_GetLanguage", document),
		Tagged:    m.did("FPDFCatalog_IsTagged", document),
		Encrypted: m.count("FPDF_GetSecurityHandlerRevision", document) >= 0,
		Form:      engine.FormKind(m.count("FPDF_GetFormType", document)),
	}
	if m.did("FPDF_GetFileVersion", document, m.out) {
		info.Version = pdf.Version(int(m.outUint(0)))
	}
	if packet := d.own.Metadata(); packet != nil {
		info.Metadata = xmp.Read(packet)
	}
	for _, name := range properties {
		if value := m.wide("FPDF_GetMetaText", document, m.key(name)); value != "" {
			info.Properties[name] = value
		}
	}
	(&outline{m, document, info, map[uint64]bool{}}).read(0, 0)
	info.Attachments = m.attachments(document)
	info.Signatures = m.signatures(document)
	return info, nil
}

// outline walks through bookmarks. They may lead back into themselves; one that was seen ends its list.
type outline struct {
	*machine
	document uint64
	info     *engine.Info
	seen     map[uint64]bool
}

func (o *outline) read(above uint64, level int) {
	if level == maxBookmarkDepth {
		return
	}
	bookmark := o.call("FPDFBookmark_GetFirstChild", o.document, above)
	for bookmark != 0 && len(o.info.Bookmarks) < maxBookmarks && !o.seen[bookmark] {
		o.seen[bookmark] = true
		o.info.Bookmarks = append(o.info.Bookmarks, engine.Bookmark{
			Title: o.wide("FPDFBookmark_GetTitle", bookmark), Level: level, Page: o.page(bookmark),
		})
		o.read(bookmark, level+1)
		bookmark = o.call("FPDFBookmark_GetNextSibling", o.document, bookmark)
	}
}

func (o *outline) page(bookmark uint64) int {
	destination := o.call("FPDFBookmark_GetDest", o.document, bookmark)
	if destination == 0 {
		if action := o.call("FPDFBookmark_GetAction", bookmark); action != 0 && o.call("FPDFAction_GetType", action) == actionGoTo {
			destination = o.call("FPDFAction_GetDest", o.document, action)
		}
	}
	return o.pageOf(o.document, destination)
}

// each goes through objects that are asked for by number, at most so many.
func (m *machine) each(document uint64, counting, getting string, most int, use func(object uint64)) {
	n := min(m.count(counting, document), most)
	for i := range max(n, 0) {
		if object := m.call(getting, document, uint64(i)); object != 0 {
			use(object)
		}
	}
}

func (m *machine) attachments(document uint64) []engine.Attachment {
	var all []engine.Attachment
	m.each(document, "FPDFDoc_GetAttachmentCount", "FPDFDoc_GetAttachment", maxAttachments, func(file uint64) {
		a := engine.Attachment{Name: m.wide("FPDFAttachment_GetName", file), Type: m.wide("FPDFAttachment_GetSubtype", file)}
		if m.did("FPDFAttachment_GetFile", file, 0, 0, m.out) {
			a.Size = int64(m.outUint(0))
		}
		all = append(all, a)
	})
	return all
}

func (m *machine) signatures(document uint64) []engine.Signature {
	var all []engine.Signature
	m.each(document, "FPDF_GetSignatureCount", "FPDF_GetSignatureObject", maxSignatures, func(object uint64) {
		if m.call("FPDFSignatureObj_GetContents", object, 0, 0) == 0 {
			return // nobody signed the field
		}
		s := engine.Signature{
			Filter: m.narrow("FPDFSignatureObj_GetSubFilter", object), Time: m.narrow("FPDFSignatureObj_GetTime", object),
			Reason: m.wide("FPDFSignatureObj_GetReason", object), Ranges: []int{},
		}
		if numbers := m.call("FPDFSignatureObj_GetByteRange", object, m.out, maxRanges); numbers <= maxRanges {
			for r := range int(numbers) {
				s.Ranges = append(s.Ranges, int(int32(m.outUint(r))))
			}
		}
		all = append(all, s)
	})
	return all
}
