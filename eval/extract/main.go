// Command extract measures what the built-in engine finds in documents for the schemas they came with: it writes a
// prediction for each, checks that every value stands where it is said to stand, and has the predictions scored.
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/octavo-dev/octavo/eval/shelf"
	"github.com/octavo-dev/octavo/internal/app"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/match"
	"github.com/octavo-dev/octavo/internal/op/parse"
	"github.com/octavo-dev/octavo/internal/record"
	"github.com/octavo-dev/octavo/internal/schema"
)

type options struct {
	data, out, scorer, family, only, engines, kept, plot string
	refresh, places, verbose                             bool
}

func main() {
	if code, ok := app.Child(os.Args[1:]); ok {
		os.Exit(code)
	}
	var o options
	flag.StringVar(&o.data, "data", "../shared/data/extract", "folder with a folder for each family of documents")
	flag.StringVar(&o.scorer, "scorer", "../shared/tools/score", "folder of the scorer")
	flag.StringVar(&o.out, "out", "", "folder for the predictions; a temporary one when empty")
	flag.StringVar(&o.family, "family", "", "families whose names begin with this")
	flag.StringVar(&o.only, "case", "", "cases whose names contain this")
	flag.StringVar(&o.engines, "engines", ".cache/engines", "folder of native libraries and models")
	flag.StringVar(&o.kept, "kept", ".cache/eval", "folder in which documents that were read are kept for the next run")
	flag.BoolVar(&o.refresh, "refresh", false, "read all documents again")
	flag.BoolVar(&o.places, "citations", false, "print every value that does not stand where its citation says")
	flag.StringVar(&o.plot, "plot", "", "file for a picture of how sure values are and how many of those are right")
	flag.BoolVar(&o.verbose, "v", false, "print every difference from the truth")
	flag.Parse()
	if err := run(context.Background(), o); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, o options) error {
	if o.out == "" {
		folder, err := os.MkdirTemp("", "octavo-extract-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(folder)
		o.out = folder
	}
	truths, err := filepath.Glob(filepath.Join(o.data, o.family+"*", "*"+o.only+"*"+truthEnding))
	if err != nil || len(truths) == 0 {
		return fmt.Errorf("no cases %s*/*%s* in %s", o.family, o.only, o.data)
	}
	s := shelf.Shelf{Kept: o.kept, Engines: o.engines, Refresh: o.refresh}
	defer s.Close()
	m := measure{options: o, shelf: &s}
	for _, truth := range truths {
		if err := m.one(ctx, truth); err != nil {
			fmt.Printf("%s: %v\n", strings.TrimSuffix(filepath.Base(truth), truthEnding), err)
		}
	}
	fmt.Println(s.Told())
	fmt.Printf("%d cases, %v of matching each, %v at most (%s)\n", len(truths), (m.spent / time.Duration(len(truths))).Round(time.Millisecond), m.most.Round(time.Millisecond), m.slowest)
	differences, err := score(o)
	if err != nil {
		return err
	}
	fmt.Println(m.tally)
	all := m.sure.bins(differences)
	fmt.Println(table(all))
	if o.plot == "" {
		return nil
	}
	return os.WriteFile(o.plot, []byte(plot(all)), 0o600)
}

const truthEnding = ".truth.json"

// measure runs over the cases.
type measure struct {
	options
	shelf *shelf.Shelf
	tally tally
	sure  reliability

	spent, most time.Duration
	slowest     string
}

// one writes the prediction of a case, and beside it the truth, so that what is scored is what was asked for.
func (m *measure) one(ctx context.Context, truth string) error {
	name := strings.TrimSuffix(filepath.Base(truth), truthEnding)
	family := filepath.Base(filepath.Dir(truth))
	if err := m.copied(truth, family); err != nil {
		return err
	}
	root, err := wanted(filepath.Join(filepath.Dir(truth), "schema.json"))
	if err != nil {
		return err
	}
	path, err := fileOf(strings.TrimSuffix(truth, truthEnding))
	if err != nil {
		return err
	}
	d, err := m.shelf.Document(ctx, path)
	if err != nil {
		return err
	}
	d = parse.Taken([]*doc.Document{d}).Documents()[0]
	began := time.Now()
	found, err := m.find(ctx, []*doc.Document{d}, root)
	if err != nil {
		return err
	}
	took := time.Since(began)
	if m.spent += took; took > m.most {
		m.most, m.slowest = took, name
	}
	for _, lost := range m.tally.check(d, found) {
		if m.places {
			fmt.Printf("%s/%s: %s\n", family, name, lost)
		}
	}
	if err := m.sure.add(family+"/"+name, truth, found); err != nil {
		return err
	}
	var body bytes.Buffer
	if err := found.Write(&body, nil); err != nil {
		return err
	}
	return shelf.Write(filepath.Join(m.out, "pred", family, name+".json"), body.Bytes())
}

func (m *measure) copied(truth, family string) error {
	body, err := os.ReadFile(truth)
	if err != nil {
		return err
	}
	return shelf.Write(filepath.Join(m.out, "truth", family, filepath.Base(truth)), body)
}

// fileOf is the one file of a case that is not its truth.
func fileOf(stem string) (string, error) {
	paths, err := filepath.Glob(stem + ".*")
	if err != nil {
		return "", err
	}
	for _, path := range paths {
		if !strings.HasSuffix(path, ".json") {
			return path, nil
		}
	}
	return "", fmt.Errorf("there is no document %s.*", stem)
}

// wanted reads the schema of a family.
func wanted(path string) (*schema.Field, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return schema.Parse(raw)
}

// prompt is what the service takes for the guidance of a caller who gives none.
const prompt = "Be precise and thorough."

// find extracts as the service does without a model.
func (m *measure) find(ctx context.Context, docs []*doc.Document, root *schema.Field) (*record.Node, error) {
	near, err := m.shelf.Embedder(ctx)
	if err != nil {
		return nil, err
	}
	return match.Extract(ctx, docs, root, match.Options{Guidance: prompt, Embed: near})
}

// score prints the figures and returns the differences.
func score(o options) (string, error) {
	out, err := filepath.Abs(o.out)
	if err != nil {
		return "", err
	}
	var said bytes.Buffer
	cmd := exec.Command("go", "run", "-C", o.scorer, ".", "extract", "-v", "-truth", filepath.Join(out, "truth"), "-pred", filepath.Join(out, "pred"))
	cmd.Stdout, cmd.Stderr = &said, os.Stderr
	if err := cmd.Run(); err != nil {
		return "", err
	}
	differences, figures, _ := strings.Cut(said.String(), figuresBegin)
	if o.verbose {
		fmt.Print(differences)
	}
	fmt.Print(figuresBegin + figures)
	return differences, nil
}

// figuresBegin is where the scorer has named all differences.
const figuresBegin = "family / field"
