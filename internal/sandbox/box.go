package sandbox

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"strings"
)

// Options say how programs are started.
type Options struct {
	Self    string  // path of our own binary, whose hidden command "sandbox" is Main; /proc/self/exe when empty
	Require []Fence // New fails where one of these cannot be put up
	Log     *slog.Logger
}

// Box starts programs behind the fences that this machine can put up.
type Box struct {
	self   string
	clone  uintptr // the namespaces that can be made here
	fences map[Fence]error
}

// errUntried stands for a fence whose turn never came.
var errUntried = errors.New("not tried")

// New finds out which fences come up by putting them up around a child, and says so in the log. It also removes the
// scratch folders that processes killed earlier have left behind.
func New(ctx context.Context, o Options) (*Box, error) {
	b := &Box{self: o.Self}
	if b.self == "" {
		b.self = "/proc/self/exe"
	}
	sweep(os.TempDir())
	if err := b.probe(ctx); err != nil {
		return nil, fmt.Errorf("try the fences: %w", err)
	}
	b.report(o.Log)
	var missing []error
	for _, f := range o.Require {
		if err, known := b.fences[f]; !known {
			missing = append(missing, fmt.Errorf("%s: no such fence", f))
		} else if err != nil {
			missing = append(missing, fmt.Errorf("%s: %w", f, err))
		}
	}
	if len(missing) > 0 {
		return nil, fmt.Errorf("required fences are not up: %w", errors.Join(missing...))
	}
	return b, nil
}

// Fences says of each fence why it is not up; nil is up.
func (b *Box) Fences() map[Fence]error { return maps.Clone(b.fences) }

func (b *Box) up(f Fence) bool {
	err, known := b.fences[f]
	return known && err == nil
}

func (b *Box) report(log *slog.Logger) {
	if log == nil {
		return
	}
	var up []string
	var down []any
	for _, f := range All() {
		if b.up(f) {
			up = append(up, string(f))
		} else {
			down = append(down, slog.String(string(f), b.fences[f].Error()))
		}
	}
	if len(down) == 0 {
		log.Info("all fences around engines and tools are up", "fences", strings.Join(up, " "))
		return
	}
	log.Warn("not all fences around engines and tools are up", "fences", strings.Join(up, " "), slog.Group("missing", down...))
}
