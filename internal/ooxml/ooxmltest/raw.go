package ooxmltest

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"hash/crc32"
	"testing"
)

// Member is one entry of a ZIP file made by hand.
type Member struct {
	Name string
	Body []byte
	Size uint64 // declared; 0 = true
}

// Raw is a ZIP file of members as they say they are.
func Raw(t testing.TB, members ...Member) string {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	w, _ := flate.NewWriter(nil, flate.DefaultCompression)
	for _, m := range members {
		var packed bytes.Buffer
		w.Reset(&packed)
		_, _ = w.Write(m.Body)
		_ = w.Close()
		h := &zip.FileHeader{
			Name: m.Name, Method: zip.Deflate, CRC32: crc32.ChecksumIEEE(m.Body), CompressedSize64: uint64(packed.Len()), UncompressedSize64: uint64(len(m.Body)),
		}
		if m.Size > 0 {
			h.UncompressedSize64 = m.Size
		}
		f, err := z.CreateRaw(h)
		if err == nil {
			_, err = f.Write(packed.Bytes())
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// Overlapping is a ZIP file whose two members share their bytes.
func Overlapping(t testing.TB) string {
	t.Helper()
	types := []byte(Types())
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, name := range []string{"[Content_Types].xml", "a.xml", "b.xml"} {
		w, _ := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
		_, _ = w.Write(types)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	b := out.Bytes()
	directory := bytes.Index(b, []byte("PK\x01\x02"))
	second := directory + 46 + len("[Content_Types].xml")
	second += bytes.Index(b[second:], []byte("PK\x01\x02"))
	third := second + 4 + bytes.Index(b[second+4:], []byte("PK\x01\x02"))
	copy(b[third+42:third+46], b[second+42:second+46]) // where the member begins
	return string(b)
}
