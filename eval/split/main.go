// Command split measures how pages of mixed documents are divided among described sections: it writes a prediction for
// each stream of pages, one of a plain baseline beside it, and has both scored.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/octavo-dev/octavo/eval/shelf"
	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/app"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/op/parse"
	"github.com/octavo-dev/octavo/internal/op/split"
	"github.com/octavo-dev/octavo/internal/section"
)

type options struct {
	data, out, scorer, only, engines, kept string
	refresh, verbose, plain, deep, long    bool
}

func main() {
	if code, ok := app.Child(os.Args[1:]); ok {
		os.Exit(code)
	}
	var o options
	flag.StringVar(&o.data, "data", "../shared/data/split", "folder of the streams")
	flag.StringVar(&o.scorer, "scorer", "../shared/tools/score", "folder of the scorer")
	flag.StringVar(&o.out, "out", "", "folder for the predictions; a temporary one when empty")
	flag.StringVar(&o.only, "case", "", "streams whose names contain this")
	flag.StringVar(&o.engines, "engines", ".cache/engines", "folder of native libraries and models")
	flag.StringVar(&o.kept, "kept", ".cache/eval", "folder in which documents that were read are kept for the next run")
	flag.BoolVar(&o.refresh, "refresh", false, "read all documents again")
	flag.BoolVar(&o.deep, "deep", false, "measure deep split")
	flag.BoolVar(&o.plain, "words", false, "compare words alone, without the embedding model")
	flag.BoolVar(&o.long, "long", false, "measure instead how time and memory grow with the number of pages")
	flag.BoolVar(&o.verbose, "v", false, "print every difference from the truth")
	flag.Parse()
	if err := run(context.Background(), o); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

const truthEnding = ".truth.json"

func run(ctx context.Context, o options) error {
	if o.long {
		return long(ctx, o)
	}
	if o.out == "" {
		folder, err := os.MkdirTemp("", "octavo-split-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(folder)
		o.out = folder
	}
	truths, err := filepath.Glob(filepath.Join(o.data, "*"+o.only+"*"+truthEnding))
	if err != nil || len(truths) == 0 {
		return fmt.Errorf("no streams *%s* in %s", o.only, o.data)
	}
	s := &shelf.Shelf{Kept: o.kept, Engines: o.engines, Refresh: o.refresh}
	defer s.Close()
	m := measure{options: o, shelf: s}
	for _, truth := range truths {
		if err := m.one(ctx, truth); err != nil {
			return fmt.Errorf("%s: %w", filepath.Base(truth), err)
		}
	}
	fmt.Println(s.Told())
	fmt.Printf("%d pages in %d streams, %v of dividing a page\n", m.pages, len(truths), (m.spent / time.Duration(max(m.pages, 1))).Round(10*time.Microsecond))
	fmt.Println("\nbaseline: words of every page compared with those of the descriptions")
	if err := score(o, "baseline", false); err != nil {
		return err
	}
	fmt.Println("\nsplit")
	return score(o, "split", o.verbose)
}

// measure runs over the streams.
type measure struct {
	options
	shelf *shelf.Shelf
	pages int
	spent time.Duration
}

// one writes the predictions for a stream, and beside them the truth, so that what is scored is what was asked for.
func (m *measure) one(ctx context.Context, truth string) error {
	stem := strings.TrimSuffix(truth, truthEnding)
	name := filepath.Base(stem)
	body, err := os.ReadFile(truth)
	if err != nil {
		return err
	}
	if err := shelf.Write(filepath.Join(m.out, "truth", name+truthEnding), body); err != nil {
		return err
	}
	wants, err := wanted(stem + ".split_description.json")
	if err != nil {
		return err
	}
	d, err := m.shelf.Document(ctx, stem+".pdf")
	if err != nil {
		return err
	}
	docs := parse.Taken([]*doc.Document{d}).Documents()
	o := section.Options{Overlap: true, Rows: split.CutoffRows, Deep: m.deep}
	if !m.plain {
		if o.Embed, err = m.shelf.Embedder(ctx); err != nil {
			return err
		}
	}
	began := time.Now()
	found, err := section.Divide(ctx, docs, wants, o)
	if err != nil {
		return err
	}
	m.spent += time.Since(began)
	m.pages += len(d.Pages)
	if err := m.write("split", name, found); err != nil {
		return err
	}
	return m.write("baseline", name, baseline(docs, wants))
}

// wanted reads the sections of a stream.
func wanted(path string) ([]section.Want, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var list []api.SplitCategory
	if err := json.Unmarshal(raw, &list); err != nil {
		return nil, err
	}
	return split.Wants(list), nil
}

// write writes a prediction as a result.
func (m *measure) write(of, name string, found []section.Section) error {
	var body bytes.Buffer
	if err := split.Write(&body, found, m.deep); err != nil {
		return err
	}
	return shelf.Write(filepath.Join(m.out, of, name+".json"), body.Bytes())
}

// score prints the figures of some predictions.
func score(o options, of string, verbose bool) error {
	out, err := filepath.Abs(o.out)
	if err != nil {
		return err
	}
	args := []string{"run", "-C", o.scorer, ".", "split", "-truth", filepath.Join(out, "truth"), "-pred", filepath.Join(out, of)}
	if verbose {
		args = append(args, "-v")
	}
	var said bytes.Buffer
	cmd := exec.Command("go", args...)
	cmd.Stdout, cmd.Stderr = &said, os.Stderr
	err = cmd.Run()
	fmt.Print(said.String())
	return err
}
