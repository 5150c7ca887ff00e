// Command office measures what is read of office files, web pages and mail against written facts: it asks for each file
// as a caller would, writes the facts that the answer shows, and has them scored.
//
// Some facts state what the bytes of a file hold and a reader does not see. They are missed on purpose:
//   - tables of one cell that frame a heading, a menu or the text of another cell are read as what is in them, and facts
//     that know a table of such a page by its number alone are missed with them;
//   - a row without cells, below which nothing reaches, is not a row;
//   - text in a cell that a merge from above covers is not shown by any program, and not by us;
//   - a paragraph in the style of a list whose numbering was taken away (number 0) is a paragraph;
//   - empty cells that are merged with each other say nothing, so their span is not shown;
//   - the choices of a dropdown are shown as a user sees them, not as the range they are taken from.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/octavo-dev/octavo/internal/app"
	"github.com/octavo-dev/octavo/internal/config"
	"github.com/octavo-dev/octavo/internal/reader"
)

type options struct {
	data, out, scorer, only, engines string
	reader                           *reader.Reader
}

func main() {
	if code, ok := app.Child(os.Args[1:]); ok {
		os.Exit(code)
	}
	var o options
	flag.StringVar(&o.data, "data", "../shared/data/office", "folder with files and their facts")
	flag.StringVar(&o.scorer, "scorer", "../shared/tools/mdscore", "folder of the scorer")
	flag.StringVar(&o.out, "out", "", "folder for what was seen; a temporary one when empty")
	flag.StringVar(&o.only, "only", "", "files whose names begin with this")
	flag.StringVar(&o.engines, "engines", ".cache/engines", "folder of native libraries and models")
	flag.Parse()
	if err := run(o); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(o options) error {
	cfg, err := config.Load("", os.Environ())
	if err != nil {
		return err
	}
	if cfg.Engines.Dir, err = filepath.Abs(o.engines); err != nil {
		return err
	}
	reading, err := app.OpenReading(context.Background(), cfg, 1)
	if err != nil {
		return err
	}
	defer func() { _ = reading.Close() }()
	o.reader = reading.Reader
	if o.out == "" {
		folder, err := os.MkdirTemp("", "octavo-office-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(folder)
		o.out = folder
	}
	truths, err := filepath.Glob(filepath.Join(o.data, o.only+"*.facts.json"))
	if err != nil {
		return err
	}
	folders := map[string]string{} // type of file -> folder of its facts
	for _, truth := range truths {
		var facts struct {
			File string `json:"file"`
		}
		if err := load(truth, &facts); err != nil {
			return err
		}
		kind := strings.TrimPrefix(filepath.Ext(facts.File), ".")
		if folders[kind] == "" {
			folders[kind] = filepath.Join(o.out, "facts-"+kind)
			if err := os.MkdirAll(folders[kind], 0o700); err != nil {
				return err
			}
		}
		if err := file(o, facts.File, truth, folders[kind]); err != nil {
			fmt.Printf("%s: %v\n", facts.File, err)
		}
	}
	for kind, folder := range folders {
		fmt.Printf("== %s\n", kind)
		if err := score(o, folder); err != nil {
			return err
		}
	}
	all := filepath.Join(o.out, "facts")
	if err := os.MkdirAll(all, 0o700); err != nil {
		return err
	}
	for _, truth := range truths {
		if err := copied(truth, all); err != nil {
			return err
		}
	}
	fmt.Println("== all")
	return score(o, all)
}

// file writes what is seen of one file, and puts its facts beside those of its type.
func file(o options, name, truth, folder string) error {
	if err := copied(truth, folder); err != nil {
		return err
	}
	content, err := os.ReadFile(filepath.Join(o.data, name))
	if err != nil {
		return err
	}
	got, err := see(name, content, o.reader)
	if err != nil {
		return err
	}
	out, err := json.MarshalIndent(got, "", " ")
	if err != nil {
		return err
	}
	id := strings.TrimSuffix(filepath.Base(truth), ".facts.json")
	return os.WriteFile(filepath.Join(o.out, id+".seen.json"), out, 0o600)
}

func copied(path, folder string) error {
	content, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, filepath.Base(path)), content, 0o600)
}

func load(path string, into any) error {
	content, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return json.Unmarshal(content, into)
}

func score(o options, facts string) error {
	scorer, err := filepath.Abs(o.scorer)
	if err != nil {
		return err
	}
	seen, err := filepath.Abs(o.out)
	if err != nil {
		return err
	}
	if facts, err = filepath.Abs(facts); err != nil {
		return err
	}
	cmd := exec.Command("go", "run", ".", "facts", "-v", "-facts", facts, "-seen", seen)
	cmd.Dir, cmd.Stdout, cmd.Stderr = scorer, os.Stdout, os.Stderr
	return cmd.Run()
}
