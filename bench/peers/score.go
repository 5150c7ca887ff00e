package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/octavo-dev/octavo/eval/page"
)

// scorer is the program that compares Markdown with written truth.
type scorer string

func buildScorer(ctx context.Context, folder, into string) (scorer, error) {
	s := scorer(filepath.Join(into, "mdscore"))
	if out, err := exec.CommandContext(ctx, "go", "build", "-C", folder, "-o", string(s), ".").CombinedOutput(); err != nil {
		return s, fmt.Errorf("build the scorer: %w: %s", err, out)
	}
	return s, nil
}

// score compares what a peer wrote for files with the truth of the same files.
func (s scorer) score(ctx context.Context, truth, out string, files []string, plain bool) (*marks, error) {
	wanted := filepath.Join(out, "truth")
	if err := os.MkdirAll(wanted, 0o700); err != nil {
		return nil, err
	}
	for _, f := range files {
		data, err := os.ReadFile(outputOf(truth, f))
		if err != nil {
			return nil, err
		}
		if err := os.WriteFile(outputOf(wanted, f), data, 0o600); err != nil {
			return nil, err
		}
		if err := fold(outputOf(out, f), plain); err != nil {
			return nil, err
		}
	}
	means := filepath.Join(out, "means.json")
	if said, err := exec.CommandContext(ctx, string(s), "md", "-gt", wanted, "-pred", out, "-mean", means).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("score: %w: %s", err, said)
	}
	data, err := os.ReadFile(means)
	if err != nil {
		return nil, err
	}
	var m marks
	if err := json.Unmarshal(data, &m); err != nil {
		return nil, fmt.Errorf("read scores: %w", err)
	}
	_, m.Missing = words(out, files)
	return &m, nil
}

// fold writes quotes, dashes and the blanks of cells in one way, so that nobody wins or loses by them.
func fold(path string, plain bool) error {
	text, err := os.ReadFile(path)
	if os.IsNotExist(err) || !plain {
		return nil
	}
	if err != nil {
		return err
	}
	return os.WriteFile(path, []byte(page.Plain.Replace(string(text))), 0o600)
}
