// Package all lists the formats of the service.
package all

import (
	"github.com/octavo-dev/octavo/internal/format"
	"github.com/octavo-dev/octavo/internal/format/csv"
	"github.com/octavo-dev/octavo/internal/format/docx"
	"github.com/octavo-dev/octavo/internal/format/html"
	"github.com/octavo-dev/octavo/internal/format/mail"
	"github.com/octavo-dev/octavo/internal/format/markdown"
	"github.com/octavo-dev/octavo/internal/format/pptx"
	"github.com/octavo-dev/octavo/internal/format/text"
	"github.com/octavo-dev/octavo/internal/format/xlsx"
)

// Formats are all formats of the interface, those that can be read and those that are only recognised. A signature
// further up wins.
var Formats = []format.Format{
	{Name: "pdf", MediaTypes: []string{"application/pdf"}, Sniff: format.PDF, Paged: true},

	{Name: "png", Endings: []string{"apng"}, MediaTypes: []string{"image/png", "image/apng"}, Sniff: format.Starts("\x89PNG\r\n\x1a\n"), Paged: true},
	{Name: "jpg", Endings: []string{"jpeg"}, MediaTypes: []string{"image/jpeg"}, Sniff: format.Starts("\xff\xd8\xff"), Paged: true},
	{Name: "gif", MediaTypes: []string{"image/gif"}, Sniff: format.Starts("GIF87a", "GIF89a"), Paged: true},
	{Name: "bmp", MediaTypes: []string{"image/bmp"}, Sniff: format.StartsBinary("BM"), Paged: true},
	{Name: "tiff", Endings: []string{"tif"}, MediaTypes: []string{"image/tiff"}, Sniff: format.Starts("II*\x00", "MM\x00*", "II+\x00", "MM\x00+"), Paged: true},
	{Name: "webp", MediaTypes: []string{"image/webp"}, Sniff: format.At(8, "WEBPVP8"), Paged: true},
	{Name: "heic", Endings: []string{"heif"}, MediaTypes: []string{"image/heic", "image/heif"}, Sniff: format.At(4, "ftypheic", "ftypheix", "ftyphevc", "ftypheim", "ftypmif1", "ftypmsf1"), Paged: true},
	{Name: "psd", MediaTypes: []string{"image/vnd.adobe.photoshop"}, Sniff: format.Starts("8BPS\x00"), Paged: true},
	{Name: "pcx", Sniff: format.StartsBinary("\x0a\x05\x01", "\x0a\x03\x01", "\x0a\x02\x01"), Paged: true},
	{Name: "dcx", Sniff: format.StartsBinary("\xb1\x68\xde\x3a"), Paged: true},
	{Name: "ppm", Endings: []string{"pgm", "pbm", "pnm"}, Sniff: format.StartsBinary("P4", "P5", "P6"), Paged: true},
	{Name: "cur", Sniff: format.StartsBinary("\x00\x00\x02\x00"), Paged: true},
	{Name: "ftex", Endings: []string{"ftc", "ftu"}, Sniff: format.StartsBinary("FTEX"), Paged: true},
	{Name: "pixar", Endings: []string{"pxr"}, Sniff: format.StartsBinary("\x80\xe8\x00\x00"), Paged: true},

	docx.Format,
	docx.Macros,
	docx.Template,
	{Name: "doc", MediaTypes: []string{"application/msword"}, Via: "docx"},
	{Name: "odt", MediaTypes: []string{"application/vnd.oasis.opendocument.text"}, Via: "docx"},
	{Name: "rtf", MediaTypes: []string{"application/rtf", "text/rtf"}, Sniff: format.Starts(`{\rtf`), Via: "docx"},
	{Name: "wpd", MediaTypes: []string{"application/vnd.wordperfect"}, Sniff: format.Starts("\xffWPC"), Via: "docx"},

	pptx.Format,
	{Name: "ppt", MediaTypes: []string{"application/vnd.ms-powerpoint"}, Via: "pptx"},
	{Name: "odp", MediaTypes: []string{"application/vnd.oasis.opendocument.presentation"}, Via: "pptx"},

	xlsx.Format,
	xlsx.WithMacros,
	xlsx.Template,
	xlsx.MacrosTemplate,
	{Name: "xls", MediaTypes: []string{"application/vnd.ms-excel"}, Via: "xlsx"},
	{Name: "ods", MediaTypes: []string{"application/vnd.oasis.opendocument.spreadsheet"}, Via: "xlsx"},
	{Name: "qpw", Endings: []string{"wb3"}, Via: "xlsx"},

	mail.Outlook,
	mail.Format,

	html.Format,
	markdown.Format,
	csv.Format,
	csv.Tabbed,
	text.Format,
}

// Named is the format of that name, nil where there is none.
func Named(name string) *format.Format {
	for i := range Formats {
		if Formats[i].Name == name {
			return &Formats[i]
		}
	}
	return nil
}

// Types maps every ending a file may be known by to how it is read: "native", "converter" or "missing". Of a format that
// is paged, or converted to one that can be read, that is for its engine to say.
func Types(engine func(name string) string) map[string]string {
	out := map[string]string{}
	for _, f := range Formats {
		state := "missing"
		switch via := Named(f.Via); {
		case f.Paged, via != nil && via.Read != nil:
			state = engine(f.Name)
		case f.Read != nil:
			state = "native"
		}
		for _, name := range append([]string{f.Name}, f.Endings...) {
			out[name] = state
		}
	}
	return out
}
