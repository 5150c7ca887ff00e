package cos

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
)

// ErrUnsound is a file whose objects cannot be followed, or not without a password, so that nothing can be changed in it
// as it is.
var ErrUnsound = errors.New("the file's objects cannot be followed")

// Update is changes to a file. They are seen by whoever reads through it, and are written behind the file, which stays
// as it is.
type Update struct {
	file    *File
	objects map[int]any
	numbers map[int]int // generations of the objects that are changed
	next    int
}

// Update starts changes.
func (f *File) Update() (*Update, error) {
	if f.catalog() == nil || f.Encrypted() || f.start == 0 {
		return nil, ErrUnsound
	}
	next := int64(1) // by the references themselves: the size that files give is often wrong
	for _, s := range f.sections {
		next = max(next, s.first+s.count)
	}
	if next >= 1<<30 {
		return nil, ErrUnsound
	}
	return &Update{f, map[int]any{}, map[int]int{}, int(next)}, nil
}

// Value follows references to the value they lead to, nil for none.
func (u *Update) Value(v any) any {
	for range mostDepth {
		ref, ok := v.(Ref)
		if !ok {
			return v
		}
		v, ok = u.objects[ref.Number]
		if !ok {
			v = u.file.object(ref.Number)
		}
	}
	return nil
}

// Dict is the dictionary that a value leads to, nil for none.
func (u *Update) Dict(v any) Dict {
	switch v := u.Value(v).(type) {
	case Dict:
		return v
	case Stream:
		return v.Dict
	}
	return nil
}

// Array is the array that a value leads to, nil for none.
func (u *Update) Array(v any) []any {
	all, _ := u.Value(v).([]any)
	return all
}

// Number is the number that a value leads to, 0 for none.
func (u *Update) Number(v any) float64 {
	switch n := u.Value(v).(type) {
	case float64:
		return n
	case int: // of an object that was made here
		return float64(n)
	}
	return 0
}

// Data is the content of a stream of the file that is stored plainly or deflated, or of one that was added.
func (u *Update) Data(s Stream) ([]byte, bool) {
	if s.Data != nil {
		return s.Data, s.Dict["Filter"] == nil
	}
	return u.file.unpack(s)
}

// Root is the catalog and what refers to it.
func (u *Update) Root() (Ref, Dict) {
	ref, _ := u.file.trailer["Root"].(Ref)
	return ref, u.Dict(ref)
}

// Pages are those of the file before it was changed.
func (u *Update) Pages(most int) ([]Page, bool) { return u.file.Pages(most) }

// Numbers are those of all objects that the file and its changes may have.
func (u *Update) Numbers() []int {
	all := slices.Collect(maps.Keys(u.objects))
	for _, s := range u.file.sections {
		for n := s.first; n < s.first+s.count && n < 1<<30; n++ {
			all = append(all, int(n))
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// Generation is that of an object, as references to it name it.
func (u *Update) Generation(number int) int {
	if g, ok := u.numbers[number]; ok {
		return g
	}
	where, ok := u.file.find(number)
	if !ok || where.within > 0 {
		return 0
	}
	p := parser{data: u.file.read(where.at, 32)}
	if _, ok = p.integer(); !ok {
		return 0
	}
	g, _ := p.integer()
	return int(min(g, 1<<16-1))
}

// With is a stream with another dictionary and the bytes that it has.
func (u *Update) With(s Stream, dict Dict) Stream {
	if s.Data == nil {
		length, _ := integer(u.file.resolve(s.Dict["Length"]))
		s.Data = u.file.read(s.at, length)
	}
	s.Dict = dict
	return s
}

// Set gives an object a new value.
func (u *Update) Set(ref Ref, v any) {
	u.objects[ref.Number], u.numbers[ref.Number] = v, ref.Generation
}

// Add makes a new object.
func (u *Update) Add(v any) Ref {
	ref := Ref{Number: u.next}
	u.next++
	u.Set(ref, v)
	return ref
}

// Changed reports whether there is anything to write.
func (u *Update) Changed() bool { return len(u.objects) > 0 }

// WriteTo writes the file and the changes behind it. Cross references are of the kind that the file has already: some
// readers follow no mixture.
func (u *Update) WriteTo(w io.Writer) (int64, error) {
	n, err := io.Copy(w, io.NewSectionReader(u.file.r, 0, u.file.size))
	if err != nil || !u.Changed() {
		return n, err
	}
	b := []byte{'\n'}
	at := map[int]int64{}
	place := func() int64 { return u.file.size - u.file.base + int64(len(b)) }
	for _, number := range slices.Sorted(maps.Keys(u.objects)) {
		at[number] = place()
		b = appendObject(b, Ref{number, u.numbers[number]}, u.objects[number])
	}
	start := place()
	trailer := Dict{"Size": u.next, "Prev": int(u.file.start)}
	for _, name := range []Name{"Root", "Info", "ID"} {
		if v := u.file.trailer[name]; v != nil {
			trailer[name] = v
		}
	}
	if u.file.streams {
		at[u.next] = start
		trailer["Size"] = u.next + 1
		b = u.appendStream(b, Ref{Number: u.next}, at, trailer)
	} else {
		b = Append(append(u.appendTable(b, at), "trailer\n"...), trailer)
	}
	b = fmt.Appendf(b, "\nstartxref\n%d\n%%%%EOF\n", start)
	more, err := w.Write(b)
	return n + int64(more), err
}

func appendObject(b []byte, ref Ref, v any) []byte {
	b = fmt.Appendf(b, "%d %d obj\n", ref.Number, ref.Generation)
	if s, ok := v.(Stream); ok {
		dict := maps.Clone(s.Dict)
		if dict == nil {
			dict = Dict{}
		}
		dict["Length"] = len(s.Data)
		b = append(Append(b, dict), "\nstream\n"...)
		b = append(append(b, s.Data...), "\nendstream"...)
	} else {
		b = Append(b, v)
	}
	return append(b, "\nendobj\n"...)
}

// runs are the numbers of objects, those that follow on each other together.
func runs(at map[int]int64) [][]int {
	var all [][]int
	for _, n := range slices.Sorted(maps.Keys(at)) {
		if last := len(all) - 1; last >= 0 && all[last][len(all[last])-1] == n-1 {
			all[last] = append(all[last], n)
			continue
		}
		all = append(all, []int{n})
	}
	return all
}

func (u *Update) appendTable(b []byte, at map[int]int64) []byte {
	b = append(b, "xref\n"...)
	for _, run := range runs(at) {
		b = fmt.Appendf(b, "%d %d\n", run[0], len(run))
		for _, n := range run {
			b = fmt.Appendf(b, "%010d %05d n\r\n", at[n], u.numbers[n])
		}
	}
	return b
}

func (u *Update) appendStream(b []byte, ref Ref, at map[int]int64, trailer Dict) []byte {
	var index []any
	var rows bytes.Buffer
	for _, run := range runs(at) {
		index = append(index, run[0], len(run))
		for _, n := range run {
			row := [11]byte{0: 1}
			binary.BigEndian.PutUint64(row[1:9], uint64(at[n]))
			binary.BigEndian.PutUint16(row[9:], uint16(u.numbers[n]))
			rows.Write(row[:])
		}
	}
	dict := maps.Clone(trailer)
	dict["Type"], dict["W"], dict["Index"] = Name("XRef"), []any{1, 8, 2}, index
	return appendObject(b, ref, Stream{Dict: dict, Data: rows.Bytes()})
}
