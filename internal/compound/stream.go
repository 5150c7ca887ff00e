package compound

import "fmt"

// Read returns the content of a stream, of which it holds at most so many bytes.
func (f *File) Read(e *Entry, most int64) ([]byte, error) {
	want := min(e.Size, most)
	var out []byte
	var err error
	if e.Size < f.mini.cutoff {
		out, err = f.small(e.start, min(want, int64(len(f.mini.stream))))
	} else {
		out, err = f.chain(e.start, want)
	}
	if err != nil {
		return nil, fmt.Errorf("stream %q: %w", e.Name, err)
	}
	if int64(len(out)) < want {
		return nil, fmt.Errorf("stream %q: %w: it ends early", e.Name, ErrDamaged)
	}
	return out, nil
}

// small reads a chain of small sectors.
func (f *File) small(start uint32, want int64) ([]byte, error) {
	var out []byte
	for n := start; n <= lastSector && int64(len(out)) < want; {
		from := int64(n) << f.mini.shift
		if from >= int64(len(f.mini.stream)) {
			return nil, fmt.Errorf("%w: small sector %d lies outside", ErrDamaged, n)
		}
		out = append(out, f.mini.stream[from:min(from+1<<f.mini.shift, int64(len(f.mini.stream)))]...)
		var err error
		if n, err = next(f.mini.fat, n); err != nil {
			return nil, err
		}
	}
	return out[:min(int64(len(out)), want)], nil
}
