// Command classify measures how many documents the built-in engine assigns to the right one of the categories they came
// with, beside a plain comparison of words.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/octavo-dev/octavo/eval/shelf"
	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/app"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/op/classify"
	"github.com/octavo-dev/octavo/internal/op/parse"
)

type options struct {
	data, schema, scorer, engines, kept string
	refresh, plain, verbose             bool
}

func main() {
	if code, ok := app.Child(os.Args[1:]); ok {
		os.Exit(code)
	}
	var o options
	flag.StringVar(&o.data, "data", "../shared/data/classify", "folder of the documents and their labels")
	flag.StringVar(&o.schema, "schema", "", "file of the categories; that of the folder when empty")
	flag.StringVar(&o.scorer, "scorer", "../shared/tools/score", "folder of the scorer")
	flag.StringVar(&o.engines, "engines", ".cache/engines", "folder of native libraries and models")
	flag.StringVar(&o.kept, "kept", ".cache/eval", "folder in which documents that were read are kept for the next run")
	flag.BoolVar(&o.refresh, "refresh", false, "read all documents again")
	flag.BoolVar(&o.plain, "plain", false, "do without the embedding model")
	flag.BoolVar(&o.verbose, "v", false, "print what speaks for the categories of every document that is assigned wrongly")
	flag.Parse()
	if err := run(context.Background(), o); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, o options) error {
	m, err := newMeasure(ctx, o)
	if err != nil {
		return err
	}
	defer m.shelf.Close()
	out, err := os.MkdirTemp("", "octavo-classify-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(out)
	files := slices.Sorted(maps.Keys(m.labels))
	for _, file := range files {
		if err := m.one(ctx, file, out); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	fmt.Println(m.shelf.Told())
	fmt.Printf("%d documents, %v of weighing each\n", len(files), (m.spent / time.Duration(len(files))).Round(time.Millisecond))
	fmt.Println(m.sure)
	for _, way := range []string{"words", "engine"} {
		fmt.Println("\n" + way)
		if err := score(o, filepath.Join(out, way)); err != nil {
			return err
		}
	}
	return nil
}

// measure runs over the documents.
type measure struct {
	options
	shelf      shelf.Shelf
	labels     map[string]string
	docs       map[string]*doc.Document
	categories []api.ClassificationCategory
	baseline   *baseline
	spent      time.Duration
	sure       sure
}

func newMeasure(ctx context.Context, o options) (*measure, error) {
	if o.schema == "" {
		o.schema = filepath.Join(o.data, "classification_schema.json")
	}
	m := &measure{options: o, shelf: shelf.Shelf{Kept: o.kept, Engines: o.engines, Refresh: o.refresh}}
	if err := read(filepath.Join(o.data, "labels.json"), &m.labels); err != nil {
		return nil, err
	}
	if err := read(o.schema, &m.categories); err != nil {
		return nil, err
	}
	m.docs = map[string]*doc.Document{}
	for file := range m.labels {
		d, err := m.shelf.Document(ctx, filepath.Join(o.data, file))
		if err != nil {
			m.shelf.Close()
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		m.docs[file] = parse.Taken([]*doc.Document{d}).Documents()[0]
	}
	m.baseline = newBaseline(m.categories, m.docs)
	return m, nil
}

func read(path string, to any) error {
	raw, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return json.Unmarshal(raw, to)
}

// one writes the predictions for a document.
func (m *measure) one(ctx context.Context, file, out string) error {
	d := m.docs[file]
	near, err := m.shelf.Embedder(ctx)
	if err != nil {
		return err
	}
	if m.plain {
		near = nil
	}
	began := time.Now()
	ratings, err := classify.Rate(ctx, m.categories, []*doc.Document{d}, "", near)
	if err != nil {
		return err
	}
	m.spent += time.Since(began)
	m.share(file, ratings)
	chosen := classify.Choice(ratings)
	if label := m.categories[chosen].Category; m.verbose && label != m.labels[file] {
		fmt.Print(m.why(file, ratings))
	}
	if err := predict(filepath.Join(out, "words", file), m.categories[m.baseline.choice(d)].Category); err != nil {
		return err
	}
	return predict(filepath.Join(out, "engine", file), m.categories[chosen].Category)
}

func predict(path, label string) error {
	body, err := api.Marshal(api.ClassifyResult{Category: label})
	if err != nil {
		return err
	}
	return shelf.Write(strings.TrimSuffix(path, filepath.Ext(path))+".json", body)
}

// score prints the figures of a folder of predictions.
func score(o options, folder string) error {
	truth, err := filepath.Abs(o.data)
	if err != nil {
		return err
	}
	args := []string{"run", "-C", o.scorer, ".", "classify", "-truth", truth, "-pred", folder}
	if o.verbose {
		args = append(args, "-v")
	}
	cmd := exec.Command("go", args...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	return cmd.Run()
}
