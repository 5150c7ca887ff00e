package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
)

// quality scores what everyone writes for the pages and tables that have a truth.
func (l *lab) quality(ctx context.Context, all []*peer, r *result) error {
	sets := []struct {
		name, folder, pattern string
		plain                 bool
		of                    func(*entry) **marks
	}{
		{"parse", "parse", "*.pdf", true, func(e *entry) **marks { return &e.Parse }},
		{"icdar", "tables", "icdar-*.pdf", false, func(e *entry) **marks { return &e.ICDAR }},
		{"scitsr", "tables", "scitsr-*.pdf", false, func(e *entry) **marks { return &e.SciTSR }},
	}
	for _, set := range sets {
		files, err := l.files(set.folder, "pdfs", set.pattern)
		if err != nil {
			return err
		}
		r.Files[set.name] = len(files)
		for i, p := range all {
			if p.speed || set.folder == "tables" && !p.tables {
				continue
			}
			fmt.Fprintf(os.Stderr, "peers: %s, %s\n", set.name, p.name)
			out, err := os.MkdirTemp(l.dir, "out-")
			if err == nil {
				_, err = p.work(ctx, out, files)
			}
			if err != nil {
				return err
			}
			m, err := l.scorer.score(ctx, filepath.Join(l.data, set.folder, "truth"), out, files, set.plain)
			if err != nil {
				return err
			}
			*set.of(&r.Peers[i]) = m
		}
	}
	return nil
}
