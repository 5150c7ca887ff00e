package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/app"
	"github.com/octavo-dev/octavo/internal/config"
	"github.com/octavo-dev/octavo/internal/local"
	"github.com/octavo-dev/octavo/internal/op/parse"
)

// octavoCommand makes this program a process that parses files as the command line does, one after the other.
const octavoCommand = "octavo"

// convert writes the Markdown of the files after the folder of the engines and the folder for what comes out.
func convert(ctx context.Context, args []string) error {
	scratch, err := os.MkdirTemp("", "octavo-peers-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	cfg, err := config.Load("", []string{"OCTAVO_DATA_DIR=" + scratch, "OCTAVO_ENGINES_DIR=" + args[0]})
	if err != nil {
		return err
	}
	l, err := app.OpenLocal(ctx, cfg, 1)
	if err != nil {
		return err
	}
	defer l.Close()
	for _, path := range args[2:] {
		text, err := markdown(ctx, l, path)
		if err != nil {
			fmt.Fprintf(os.Stderr, "failed: %s: %v\n", filepath.Base(path), err)
			continue
		}
		if err := os.WriteFile(outputOf(args[1], path), []byte(text), 0o600); err != nil {
			return err
		}
	}
	return nil
}

func markdown(ctx context.Context, l *app.Local, path string) (string, error) {
	request, err := json.Marshal(map[string]any{
		"input":      local.File(path),
		"settings":   map[string]any{"extraction_mode": "metadata"},
		"formatting": map[string]any{"table_output_format": "html"},
	})
	if err != nil {
		return "", err
	}
	answer, err := l.Run(ctx, local.Job{Operation: parse.Operation, Schema: "ParseRequest", Request: request, Report: func(local.Progress) {}})
	if err != nil {
		return "", err
	}
	return textOf(answer.Body)
}

// textOf is the text in the answer to a parse.
func textOf(body []byte) (string, error) {
	var answer struct {
		Result api.FullResult `json:"result"`
	}
	if err := json.Unmarshal(body, &answer); err != nil {
		return "", fmt.Errorf("read answer: %w", err)
	}
	if answer.Result.Type != "full" {
		return "", fmt.Errorf("the answer is of type %q", answer.Result.Type)
	}
	var texts []string
	for _, c := range answer.Result.Chunks {
		texts = append(texts, c.Content)
	}
	return strings.Join(texts, "\n\n"), nil
}
