package sheet

import (
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/format"
)

// Tally counts the non-empty cells of all sheets of a file against the limits of the service and of the caller.
type Tally struct {
	count, aside, limit, most int
}

// NewTally begins to count.
func NewTally(opts format.Options) *Tally {
	return &Tally{limit: opts.Limits.Cells, most: opts.Sheet.MaxCells}
}

// Add counts cells. Keep is false once the caller's bound is passed: what follows is counted only, so that the refusal
// can say how many there are.
func (t *Tally) Add(n int) (keep bool, err error) {
	t.count += n
	return t.keep()
}

// Aside counts cells that are read for the sake of others and not shown: only the limit of the service is about them.
func (t *Tally) Aside(n int) (keep bool, err error) {
	t.aside += n
	return t.keep()
}

func (t *Tally) keep() (bool, error) {
	if all := t.count + t.aside; t.limit > 0 && all > t.limit {
		return false, format.TooLarge("the number of non-empty cells", int64(all), int64(t.limit))
	}
	return t.most <= 0 || t.count <= t.most, nil
}

// Check refuses a file with more cells than the caller allows.
func (t *Tally) Check() error {
	if t.most > 0 && t.count > t.most {
		return fault.New(fault.CellCountExceeded, "%d non-empty cells exceed max_cell_count %d", t.count, t.most)
	}
	return nil
}
