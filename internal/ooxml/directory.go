package ooxml

import (
	"archive/zip"
	"cmp"
	"errors"
	"io"
	"slices"
	"sync/atomic"
)

// Bounds of a package beside its limits.
const (
	maxParts     = 10_000
	maxDirectory = 16 << 20
	grace        = 1 << 20 // what may unfold to any ratio: small parts say the same again and again
)

// Inspect holds any ZIP file against the limits of packages.
func Inspect(data io.ReaderAt, size int64, limits Limits) error {
	files, err := directory(data, size)
	if err != nil {
		return err
	}
	return inspect(files, size, limits)
}

// directory lists the members of a ZIP file. The list is read until it ends, whatever the file says about its length,
// so the bytes are counted.
func directory(data io.ReaderAt, size int64) ([]*zip.File, error) {
	in := &counted{from: data}
	in.left.Store(maxDirectory)
	z, err := zip.NewReader(in, size)
	if err != nil {
		return nil, Corrupt(err, "its container is damaged")
	}
	in.left.Store(1 << 62)
	if len(z.File) > maxParts {
		return nil, Corrupt(nil, "it has too many parts")
	}
	return z.File, nil
}

// counted lets through so many bytes.
type counted struct {
	from io.ReaderAt
	left atomic.Int64
}

var errDirectory = errors.New("the directory is too long")

func (c *counted) ReadAt(p []byte, at int64) (int, error) {
	if c.left.Add(-int64(len(p))) < 0 {
		return 0, errDirectory
	}
	return c.from.ReadAt(p, at)
}

// inspect holds the sizes in the directory against the limits. Unpacking checks that a part is as long as declared.
func inspect(files []*zip.File, size int64, limits Limits) error {
	var total uint64
	spans := make([]span, 0, len(files))
	for _, f := range files {
		if f.Flags&1 != 0 {
			return Corrupt(nil, "its parts are encrypted")
		}
		if f.UncompressedSize64 > uint64(limits.Bytes) || f.CompressedSize64 > uint64(size) {
			return Corrupt(nil, "it unfolds too far")
		}
		total += f.UncompressedSize64
		if f.CompressedSize64 == 0 {
			continue
		}
		from, err := f.DataOffset()
		if err != nil {
			return Corrupt(err, "its container is damaged")
		}
		spans = append(spans, span{from, from + int64(f.CompressedSize64)})
	}
	if total > uint64(limits.Bytes) || unfolds(total, size, limits.Ratio) {
		return Corrupt(nil, "it unfolds too far")
	}
	return apart(spans, size)
}

// unfolds reports whether packed bytes unfold further than the ratio allows.
func unfolds(unpacked uint64, packed int64, ratio int) bool {
	return unpacked > grace && unpacked > uint64(packed)*uint64(ratio)
}

type span struct{ from, to int64 }

// apart refuses members that share bytes: the same bytes unpacked many times.
func apart(spans []span, size int64) error {
	slices.SortFunc(spans, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	at := int64(0)
	for _, s := range spans {
		if s.from < at || s.to > size {
			return Corrupt(nil, "its parts overlap")
		}
		at = s.to
	}
	return nil
}
