package format

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"strings"
)

// maxDirectory bounds the directory of a ZIP file that is looked through for its type. A real office file stays
// far below; its own reader enforces the exact limits.
const maxDirectory = 16 << 20

// contained names the office type inside a ZIP or compound file, empty when there is none.
func contained(f File, head []byte) string {
	switch {
	case bytes.HasPrefix(head, []byte("PK\x03\x04")):
		return inZip(f, head)
	case bytes.HasPrefix(head, []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")):
		return inCompound(f, head)
	}
	return ""
}

// openDocument is how OpenDocument files name themselves in their first member, which is stored uncompressed.
var openDocument = []struct{ mark, name string }{
	{"mimetypeapplication/vnd.oasis.opendocument.text", "odt"},
	{"mimetypeapplication/vnd.oasis.opendocument.spreadsheet", "ods"},
	{"mimetypeapplication/vnd.oasis.opendocument.presentation", "odp"},
}

// officeParts are content types of the main part of an Office Open XML package. The more special ones come first.
var officeParts = []struct{ mark, name string }{
	{"ms-word.document.macroEnabled.main+xml", "docm"},
	{"wordprocessingml.template.main+xml", "dotx"},
	{"wordprocessingml.document.main+xml", "docx"},
	{"ms-excel.sheet.macroEnabled.main+xml", "xlsm"},
	{"ms-excel.template.macroEnabled.main+xml", "xltm"},
	{"spreadsheetml.template.main+xml", "xltx"},
	{"spreadsheetml.sheet.main+xml", "xlsx"},
	{"presentationml.presentation.main+xml", "pptx"},
	{"presentationml.slideshow.main+xml", "pptx"},
	{"ms-powerpoint.presentation.macroEnabled.main+xml", "pptx"},
}

func inZip(f File, head []byte) string {
	for _, o := range openDocument {
		if len(head) > 30 && bytes.HasPrefix(head[30:], []byte(o.mark)) {
			return o.name
		}
	}
	if directorySize(f) > maxDirectory {
		return ""
	}
	z, err := zip.NewReader(f.Data, f.Size)
	if err != nil {
		return ""
	}
	types := member(z, "[Content_Types].xml")
	for _, p := range officeParts {
		if bytes.Contains(types, []byte(p.mark)) {
			return p.name
		}
	}
	return ""
}

// directorySize reads the size of the central directory from the record at the end of a ZIP file.
func directorySize(f File) int64 {
	tail := make([]byte, min(f.Size, 22+64<<10))
	n, err := f.Data.ReadAt(tail, f.Size-int64(len(tail)))
	if err != nil && !errors.Is(err, io.EOF) {
		return 0
	}
	at := bytes.LastIndex(tail[:n], []byte("PK\x05\x06"))
	if at < 0 || at+16 > n {
		return 0
	}
	return int64(binary.LittleEndian.Uint32(tail[at+12:]))
}

func member(z *zip.Reader, name string) []byte {
	for _, m := range z.File {
		if m.Name != name {
			continue
		}
		r, err := m.Open()
		if err != nil {
			return nil
		}
		defer func() { _ = r.Close() }()
		b, _ := io.ReadAll(io.LimitReader(r, 1<<20))
		return b
	}
	return nil
}

// streams names the types of compound files by the stream that holds their content.
var streams = map[string]string{
	"WordDocument":            "doc",
	"Workbook":                "xls",
	"Book":                    "xls",
	"PowerPoint Document":     "ppt",
	"__properties_version1.0": "msg",
	"PerfectOffice_MAIN":      "wpd",
	"NativeContent_MAIN":      "qpw",
}

// inCompound looks through the first sectors of the directory of a compound file.
func inCompound(f File, head []byte) string {
	if len(head) < 52 {
		return ""
	}
	shift := binary.LittleEndian.Uint16(head[30:])
	if shift < 7 || shift > 16 {
		return ""
	}
	at := (int64(binary.LittleEndian.Uint32(head[48:])) + 1) << shift
	dir := make([]byte, 4096)
	n, err := f.Data.ReadAt(dir, at)
	if err != nil && !errors.Is(err, io.EOF) {
		return ""
	}
	for dir = dir[:n]; len(dir) >= 128; dir = dir[128:] {
		length := int(binary.LittleEndian.Uint16(dir[64:]))
		var name strings.Builder
		for i := 0; i+1 < min(length, 64) && dir[i] != 0; i += 2 {
			name.WriteByte(dir[i])
		}
		if t := streams[name.String()]; t != "" {
			return t
		}
	}
	return ""
}
