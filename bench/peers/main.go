// Command peers compares Octavo with other programs that read PDF files, on the same files in the same run: what they
// find, and what it costs. It keeps the figures in a file and writes the tables made of them into the project's README.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/octavo-dev/octavo/internal/app"
)

// settings are the flags.
type settings struct {
	data, scorer   string
	result, readme string
	render         bool
	rounds         int
	seed           uint64
	only           string
	limit          int
}

func main() {
	if len(os.Args) > 3 && os.Args[1] == octavoCommand {
		exit(convert(context.Background(), os.Args[2:]))
	}
	if code, ok := app.Child(os.Args[1:]); ok {
		os.Exit(code)
	}
	var s settings
	flag.StringVar(&s.data, "data", "../../shared/data", "folder that holds parse, tables and bench-pdfs")
	flag.StringVar(&s.scorer, "scorer", "../../shared/tools/mdscore", "folder of the scorer")
	flag.StringVar(&s.result, "result", filepath.Join("peers", "result.json"), "file that keeps the figures")
	flag.StringVar(&s.readme, "readme", filepath.Join("..", "README.md"), "file whose tables are written; empty leaves it out")
	flag.BoolVar(&s.render, "render", false, "measure nothing: write the tables of the kept figures")
	flag.IntVar(&s.rounds, "rounds", 5, "rounds in which time is measured")
	flag.Uint64Var(&s.seed, "seed", 1, "seed of the order in each round")
	flag.StringVar(&s.only, "only", "", "peers to run, separated by commas; nothing is kept then (default all)")
	flag.IntVar(&s.limit, "limit", 0, "files of each set at most; nothing is kept then (default all)")
	flag.Parse()

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	exit(run(ctx, s))
}

func exit(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "peers:", err)
		os.Exit(1)
	}
	os.Exit(0)
}

func run(ctx context.Context, s settings) error {
	var r *result
	var err error
	if s.render {
		r, err = load(s.result)
	} else {
		r, err = measure(ctx, s)
	}
	if err != nil {
		return err
	}
	fmt.Print(strings.Join(r.tables(), "\n"))
	if s.only != "" || s.limit > 0 {
		return nil
	}
	if !s.render {
		if err := r.save(s.result); err != nil {
			return err
		}
	}
	if s.readme == "" {
		return nil
	}
	return rewrite(s.readme, r)
}
