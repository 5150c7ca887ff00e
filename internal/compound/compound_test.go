package compound_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"testing"

	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/compound"
	"github.com/octavo-dev/octavo/internal/compound/compoundtest"
)

func open(b []byte) (*compound.File, error) {
	return compound.Open(bytes.NewReader(b), int64(len(b)))
}

// What is written is read again: streams of any size, in storages of any depth.
func TestRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		content := rapid.OneOf(rapid.SliceOfN(rapid.Byte(), 0, 200), rapid.SliceOfN(rapid.Byte(), 4000, 9000))
		deep := content.Draw(t, "deep")
		flat := rapid.SliceOfN(content, 0, 20).Draw(t, "flat")
		entries := []compoundtest.Entry{{Name: "storage", Children: []compoundtest.Entry{{Name: "inner", Children: []compoundtest.Entry{{Name: "deep", Content: deep}}}}}}
		for i, c := range flat {
			entries = append(entries, compoundtest.Entry{Name: string(rune('a' + i)), Content: c})
		}
		f, err := open(compoundtest.File(entries...))
		if err != nil {
			t.Fatal(err)
		}
		check := func(e *compound.Entry, want []byte) {
			if e == nil || e.Size != int64(len(want)) {
				t.Fatalf("entry %+v, want %d bytes", e, len(want))
			}
			got, err := f.Read(e, 1<<20)
			if err != nil || !bytes.Equal(got, want) {
				t.Fatalf("%s: %d bytes, %v", e.Name, len(got), err)
			}
			if got, err = f.Read(e, 10); err != nil || !bytes.Equal(got, want[:min(10, len(want))]) {
				t.Fatalf("%s: start %q, %v", e.Name, got, err)
			}
		}
		check(f.Root.Child("storage").Child("inner").Child("deep"), deep)
		for i, c := range flat {
			check(f.Root.Child(string(rune('a'+i))), c)
		}
		if f.Root.Child("other") != nil {
			t.Error("an entry that is not there was found")
		}
	})
}

// A damaged file is refused by name, in its structure or where a stream is read.
func TestDamaged(t *testing.T) {
	good := compoundtest.File(compoundtest.Entry{Name: "a", Content: make([]byte, 5000)}, compoundtest.Entry{Name: "b", Content: []byte("x")})
	change := func(at int, value uint32) []byte {
		b := bytes.Clone(good)
		binary.LittleEndian.PutUint32(b[at:], value)
		return b
	}
	dir := 512 + 512*int(binary.LittleEndian.Uint32(good[48:]))
	for name, b := range map[string][]byte{
		"Empty":           nil,
		"OnlyHeader":      good[:512],
		"OtherFile":       bytes.Repeat([]byte("PK\x03\x04"), 200),
		"CutOff":          good[:1024],
		"SectorSize":      change(30, 0x0006_0020),
		"TableOutside":    change(76, 1<<20),
		"DirectoryGone":   change(48, 0x7fffffff),
		"TableInCircles":  change(68, 0),
		"ChildOfItself":   change(dir+76, 0),
		"SiblingOfItself": change(dir+128+72, 1),
		"ChildOutside":    change(dir+76, 1000),
	} {
		f, err := open(b)
		if err == nil {
			for _, e := range f.Root.Children {
				if _, e := f.Read(e, 1<<20); e != nil {
					err = e
				}
			}
		}
		if !errors.Is(err, compound.ErrDamaged) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzOpen(f *testing.F) {
	f.Add(compoundtest.File(compoundtest.Entry{Name: "a", Content: make([]byte, 5000)}, compoundtest.Entry{Name: "s", Children: []compoundtest.Entry{{Name: "b", Content: []byte("x")}}}))
	f.Fuzz(func(t *testing.T, b []byte) {
		file, err := open(b)
		if err != nil {
			return
		}
		for _, e := range file.Root.Children {
			if got, err := file.Read(e, 1<<20); err == nil && int64(len(got)) != min(e.Size, 1<<20) {
				t.Fatalf("%d of %d bytes", len(got), e.Size)
			}
		}
	})
}
