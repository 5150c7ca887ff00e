package batch

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// ledgerName is the file in an output folder that says what made the outputs in it.
const ledgerName = ".octavo-outputs.jsonl"

// Ledger remembers what made the outputs of a folder, a line for each, so that nothing is done twice.
type Ledger struct {
	dir     string
	options string

	mu   sync.Mutex
	made map[string]entry // by output
	file *os.File
}

// entry is a finished output: of which input, as it was then, and with which options.
type entry struct {
	Output   string    `json:"output"` // below the folder, with slashes
	Bytes    int64     `json:"bytes"`  // of the output
	Input    string    `json:"input"`
	Size     int64     `json:"size"`     // of the input; 0 for a URL
	Modified time.Time `json:"modified"` // zero for a URL
	Options  string    `json:"options"`
}

// OpenLedger reads what is known of a folder, which need not be there yet. Options are a text that differs wherever the
// outputs would.
func OpenLedger(dir, options string) (*Ledger, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	l := &Ledger{dir: dir, options: sum(options), made: map[string]entry{}}
	raw, err := os.ReadFile(filepath.Join(dir, ledgerName))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("read what was done before: %w", err)
	}
	lines := 0
	for line := range bytes.Lines(raw) {
		var e entry
		// A process that was killed may leave half a line; what it was about is done again.
		if json.Unmarshal(line, &e) == nil && e.Output != "" {
			l.made[e.Output] = e
			lines++
		}
	}
	if lines > 2*len(l.made) {
		return l, l.compact()
	}
	return l, nil
}

// compact leaves one line for every output.
func (l *Ledger) compact() error {
	return WriteFile(filepath.Join(l.dir, ledgerName), func(w io.Writer) error {
		out := bufio.NewWriter(w)
		for _, e := range l.made {
			if err := json.NewEncoder(out).Encode(e); err != nil {
				return err
			}
		}
		return out.Flush()
	})
}

// Output is where the output of an input stands.
func (l *Ledger) Output(place string) string { return filepath.Join(l.dir, filepath.FromSlash(place)) }

// Made reports whether a path is an output or the folder of all of them, so that it is not taken for an input.
func (l *Ledger) Made(path string) bool {
	path, err := filepath.Abs(path)
	if err != nil {
		return false
	}
	below, err := filepath.Rel(l.dir, path)
	if err != nil {
		return false
	}
	_, made := l.made[filepath.ToSlash(below)]
	return made || below == "."
}

// Done reports whether the output of an input is there, made of it as it is now and with the same options.
func (l *Ledger) Done(in Input, place string) bool {
	l.mu.Lock()
	e, known := l.made[place]
	l.mu.Unlock()
	if !known || e.Options != l.options {
		return false
	}
	info, err := os.Stat(l.Output(place))
	if err != nil || info.Size() != e.Bytes {
		return false
	}
	now, err := l.entry(in, place)
	return err == nil && now.Input == e.Input && now.Size == e.Size && now.Modified.Equal(e.Modified)
}

// entry describes an input as it is now.
func (l *Ledger) entry(in Input, place string) (entry, error) {
	e := entry{Output: place, Input: in.URL, Options: l.options}
	if in.URL != "" {
		return e, nil
	}
	var err error
	if e.Input, err = filepath.Abs(in.Path); err != nil {
		return e, err
	}
	info, err := os.Stat(in.Path)
	if err != nil {
		return e, err
	}
	e.Size, e.Modified = info.Size(), info.ModTime().UTC()
	return e, nil
}

// Begin describes an input before it is read: one that changes meanwhile is done again.
func (l *Ledger) Begin(in Input, place string) (*Draft, error) {
	e, err := l.entry(in, place)
	if err != nil {
		return nil, fmt.Errorf("look at the input: %w", err)
	}
	return &Draft{ledger: l, entry: e}, nil
}

// Draft is an output that is being made.
type Draft struct {
	ledger *Ledger
	entry  entry
}

// Write writes the output and remembers it.
func (d *Draft) Write(write func(io.Writer) error) error {
	l := d.ledger
	path := l.Output(d.entry.Output)
	if err := WriteFile(path, write); err != nil {
		return err
	}
	info, err := os.Stat(path)
	if err != nil {
		return fmt.Errorf("look at the output: %w", err)
	}
	d.entry.Bytes = info.Size()
	line, err := json.Marshal(d.entry)
	if err != nil {
		return fmt.Errorf("remember the output: %w", err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.file == nil {
		if l.file, err = os.OpenFile(filepath.Join(l.dir, ledgerName), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666); err != nil {
			return fmt.Errorf("remember the output: %w", err)
		}
	}
	if _, err := l.file.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("remember the output: %w", err)
	}
	l.made[d.entry.Output] = d.entry
	return nil
}

// Close lets go of the file.
func (l *Ledger) Close() error {
	if l.file == nil {
		return nil
	}
	return l.file.Close()
}
