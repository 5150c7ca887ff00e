package rate

// table is a map that does not grow without end: a new row pushes out rows that hold nothing, and at the limit
// any row.
type table[V any] struct {
	rows  map[string]V
	limit int
	idle  func(V) bool // the row holds nothing that a new one would not
}

// maxRows bounds the buckets of one process: some 10 MB.
const maxRows = 100_000

func newTable[V any](idle func(V) bool) table[V] {
	return table[V]{rows: map[string]V{}, limit: maxRows, idle: idle}
}

func (t *table[V]) put(name string, v V) {
	if _, ok := t.rows[name]; !ok {
		t.makeRoom()
	}
	t.rows[name] = v
}

// makeRoom looks at a few rows, starting anywhere, so that idle rows go faster than new ones come and no call
// takes long.
func (t *table[V]) makeRoom() {
	const looks = 8
	seen := 0
	for name, v := range t.rows {
		if seen++; seen > looks {
			return
		}
		if t.idle(v) || len(t.rows) >= t.limit {
			delete(t.rows, name)
		}
	}
}
