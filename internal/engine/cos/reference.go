package cos

// section gives the places of the objects from first on: entries of a table in the file, or of an unpacked stream.
type section struct {
	first, count int64
	at           int64  // of a table's first entry
	data         []byte // of a stream's
	widths       [3]int
}

// position is where an object stands: at an offset, or within the stream of objects of that number.
type position struct {
	at     int64
	within int
}

// references takes over the cross references at an offset and returns the dictionary that comes with them.
func (f *File) references(at int64) Dict {
	const window = 4 << 10
	p := parser{data: f.read(at, window)}
	if p.takes("xref") {
		return f.table(at + int64(p.at))
	}
	number, ok := p.integer()
	if !ok || number >= 1<<31 {
		return nil
	}
	v, _ := f.parse(int(number), at, window)
	s, ok := v.(Stream)
	if !ok || s.Dict["Type"] != Name("XRef") {
		return nil
	}
	f.packedTable(s)
	return s.Dict
}

// table takes over sections of lines. Their counts come from the file: nothing is sized by them.
func (f *File) table(at int64) Dict {
	const line, window = 20, 4 << 10
	for len(f.sections) < mostSections {
		p := parser{data: f.read(at, window)}
		if p.takes("trailer") {
			v, _ := p.value(0)
			trailer, _ := v.(Dict)
			return trailer
		}
		first, ok := p.integer()
		if !ok {
			return nil
		}
		count, ok := p.integer()
		if !ok || count > f.size/line {
			return nil
		}
		p.space()
		f.sections = append(f.sections, section{first: first, count: count, at: at + int64(p.at)})
		at += int64(p.at) + count*line
	}
	return nil
}

func (f *File) packedTable(s Stream) {
	widths, _ := s.Dict["W"].([]any)
	if len(widths) != 3 {
		return
	}
	var sizes [3]int
	total := 0
	for i := range sizes {
		n, ok := integer(widths[i])
		if !ok || n > 8 {
			return
		}
		sizes[i] = int(n)
		total += int(n)
	}
	size, _ := integer(s.Dict["Size"])
	index, ok := s.Dict["Index"].([]any)
	if !ok {
		index = []any{0.0, float64(size)}
	}
	data, ok := f.unpack(s)
	if !ok || total == 0 {
		return
	}
	for i := 0; i+1 < len(index) && len(f.sections) < mostSections; i += 2 {
		first, okFirst := integer(index[i])
		count, okCount := integer(index[i+1])
		if !okFirst || !okCount {
			return
		}
		count = min(count, int64(len(data)/total))
		f.sections = append(f.sections, section{first: first, count: count, data: data[:count*int64(total)], widths: sizes})
		data = data[count*int64(total):]
	}
}

// find looks an object up, in the newest section first.
func (f *File) find(number int) (position, bool) {
	for i := range f.sections {
		s := &f.sections[i]
		n := int64(number) - s.first
		if number <= 0 || n < 0 || n >= s.count {
			continue
		}
		if s.data == nil {
			return f.line(s.at + 20*n)
		}
		return s.entry(n)
	}
	return position{}, false
}

func (f *File) line(at int64) (position, bool) {
	p := parser{data: f.read(at, 20)}
	offset, ok := p.integer()
	if !ok {
		return position{}, false
	}
	if _, ok = p.integer(); !ok || !p.takes("n") {
		return position{}, false
	}
	return position{at: offset}, true
}

func (s *section) entry(n int64) (position, bool) {
	row := s.data[n*int64(s.widths[0]+s.widths[1]+s.widths[2]):]
	var values [3]uint64
	values[0] = 1 // where the kind is left out
	for i, width := range s.widths {
		if width > 0 {
			values[i] = 0
		}
		for range width {
			values[i] = values[i]<<8 | uint64(row[0])
			row = row[1:]
		}
	}
	switch {
	case values[0] == 1 && values[1] < 1<<53:
		return position{at: int64(values[1])}, true
	case values[0] == 2 && values[1] > 0 && values[1] < 1<<31:
		return position{within: int(values[1])}, true
	default:
		return position{}, false
	}
}
