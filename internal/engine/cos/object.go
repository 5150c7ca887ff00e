package cos

// resolve follows references to the value they lead to, nil for none.
func (f *File) resolve(v any) any {
	for range mostDepth {
		ref, ok := v.(Ref)
		if !ok {
			return v
		}
		v = f.object(ref.Number)
	}
	return nil
}

// object is the value of an object: a stream, or any other value. The length of a stream may be an object that lies in
// the stream itself, so the calls that lead here are counted.
func (f *File) object(number int) any {
	where, ok := f.find(number)
	if !ok || f.depth == mostDepth {
		return nil
	}
	f.depth++
	defer func() { f.depth-- }()
	if where.within > 0 {
		return f.unpacked(number, where.within)
	}
	// Most objects are small, some arrays of pages are not.
	for _, window := range []int64{2 << 10, 64 << 10, 4 << 20} {
		v, whole := f.parse(number, where.at, window)
		if whole {
			return v
		}
	}
	return nil
}

// parse reads an object that is expected at an offset; whole is false when the window was too small.
func (f *File) parse(number int, at, window int64) (v any, whole bool) {
	data := f.read(at, window)
	p := parser{data: data}
	cut := int64(len(data)) == window
	n, ok := p.integer()
	if !ok || n != int64(number) {
		return nil, true
	}
	if _, ok = p.integer(); !ok || !p.takes("obj") {
		return nil, true
	}
	v, ok = p.value(0)
	if p.short && cut {
		return nil, false
	}
	dict, isDict := v.(Dict)
	if !ok || !isDict {
		return v, true
	}
	p.space()
	if cut && len(data)-p.at < len("stream\r\n") {
		return nil, false
	}
	if !p.takes("stream") {
		return dict, true
	}
	if p.at < len(data) && data[p.at] == '\r' {
		p.at++
	}
	if p.at < len(data) && data[p.at] == '\n' {
		p.at++
	}
	return Stream{Dict: dict, at: at + int64(p.at)}, true
}

// packedObjects is an unpacked stream of objects.
type packedObjects struct {
	data []byte
	at   map[int]int
}

// unpacked is an object that lies in the stream of objects of the given number.
func (f *File) unpacked(number, within int) any {
	objects, ok := f.packed[within]
	if !ok {
		objects = f.readPacked(within)
		if len(f.packed) >= mostPacked {
			clear(f.packed)
		}
		f.packed[within] = objects
	}
	if objects == nil {
		return nil
	}
	at, ok := objects.at[number]
	if !ok {
		return nil
	}
	p := parser{data: objects.data, at: at}
	v, _ := p.value(0)
	return v
}

func (f *File) readPacked(within int) *packedObjects {
	where, ok := f.find(within)
	if !ok || where.within > 0 {
		return nil // a stream of objects never lies in another
	}
	s, ok := f.object(within).(Stream)
	if !ok || s.Dict["Type"] != Name("ObjStm") {
		return nil
	}
	data, ok := f.unpack(s)
	first, has := integer(s.Dict["First"])
	if !ok || !has || first > int64(len(data)) {
		return nil
	}
	all := &packedObjects{data: data, at: map[int]int{}}
	p := parser{data: data[:first]}
	for {
		number, ok := p.integer()
		if !ok {
			return all
		}
		at, ok := p.integer()
		if !ok {
			return all
		}
		if number < 1<<31 && at <= int64(len(data))-first {
			all.at[int(number)] = int(first + at)
		}
	}
}
