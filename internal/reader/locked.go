package reader

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"io"

	"github.com/octavo-dev/octavo/internal/compound"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/format"
)

// How much is looked at of a file that a converter gets: of a stream to see whether it is locked, and of a part that tells
// about the file.
const (
	maxHead = 4 << 10
	maxPart = 4 << 20
)

// refused says why the converter does not take a file: one that is locked is not damaged, it lacks its password, and of
// the formats that are converted the converter cannot be told that.
func (f *File) refused(err error) error {
	if !fault.Is(err, fault.DocumentCorrupt) || !isLocked(f.source, f.Type) {
		return err
	}
	if f.options.Password == "" {
		return fault.Wrap(fault.DocumentPasswordProtected, err, "the document is password protected")
	}
	return fault.Wrap(fault.DocumentPasswordProtected, err, "the document is password protected, and files of type %s cannot be opened with a password", f.Type)
}

// isLocked reports whether a file of an older or open format says that it is encrypted.
func isLocked(f format.File, kind string) bool {
	switch kind {
	case "odt", "ods", "odp":
		return bytes.Contains(openPart(f, "META-INF/manifest.xml"), []byte("encryption-data")) // of its parts, which are listed there
	}
	file, err := compound.Open(f.Data, f.Size)
	if err != nil {
		return false
	}
	head := func(name string) []byte {
		e := file.Root.Child(name)
		if e == nil {
			return nil
		}
		b, err := file.Read(e, maxHead)
		if err != nil {
			return nil
		}
		return b
	}
	switch kind {
	case "doc":
		const flags, encrypted = 10, 0x01 // bit 8 of the flags, in their second byte
		b := head("WordDocument")
		return len(b) > flags+1 && b[flags+1]&encrypted != 0
	case "xls":
		return isLockedWorkbook(head("Workbook")) || isLockedWorkbook(head("Book"))
	case "ppt":
		const token, encrypted = 12, 0xf3d1c4df
		b := head("Current User")
		return len(b) >= token+4 && binary.LittleEndian.Uint32(b[token:]) == encrypted
	}
	return false
}

// isLockedWorkbook looks for the record that says how the others are encrypted, which is among the first.
func isLockedWorkbook(b []byte) bool {
	const filePass = 0x2f
	for len(b) >= 4 {
		kind, size := binary.LittleEndian.Uint16(b), int(binary.LittleEndian.Uint16(b[2:]))
		if kind == filePass {
			return true
		}
		b = b[min(4+size, len(b)):]
	}
	return false
}

// openPart is a part of an OpenDocument file, nothing where it has none. The package was inspected before.
func openPart(f format.File, name string) []byte {
	z, err := zip.NewReader(f.Data, f.Size)
	if err != nil {
		return nil
	}
	in, err := z.Open(name)
	if err != nil {
		return nil
	}
	defer func() { _ = in.Close() }() // it was only read
	part, err := io.ReadAll(io.LimitReader(in, maxPart))
	if err != nil {
		return nil
	}
	return part
}
