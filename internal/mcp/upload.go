package mcp

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

type uploadArguments struct {
	Name    string `json:"name"`
	Content string `json:"content_base64"`
	URL     string `json:"url"`
	Path    string `json:"path"`
}

type uploaded struct {
	Input string `json:"input"`
	Name  string `json:"name,omitempty"`
	Next  string `json:"next"`
}

const useInput = "Pass `input` to parse, extract, split, classify or edit."

// upload stores a document, or says that it need not be.
func upload(ctx context.Context, c *call, a uploadArguments) (*answer, error) {
	given := 0
	for _, source := range []string{a.Content, a.URL, a.Path} {
		if source != "" {
			given++
		}
	}
	switch {
	case given != 1 && c.Local:
		return nil, wrong("", "give exactly one of path, content_base64 and url")
	case given != 1:
		return nil, wrong("", "give exactly one of content_base64 and url")
	case a.URL != "":
		input, err := c.reference(a.URL)
		if err != nil {
			return nil, wrong("url", "%q is no URL", a.URL)
		}
		return &answer{fmt.Sprintf("A URL needs no upload. input: %s\n%s", input, useInput), uploaded{Input: input, Next: useInput}}, nil
	case a.Path != "":
		return c.uploadFile(ctx, a.Path)
	}
	data, err := base64.StdEncoding.DecodeString(strings.TrimSpace(a.Content))
	if err != nil {
		return nil, wrong("content_base64", "it is no base64 (%s)", err)
	}
	if a.Name == "" {
		a.Name = "document"
	}
	id, err := c.service.Upload(ctx, a.Name, bytes.NewReader(data))
	return stored(id, a.Name, err)
}

func (c *call) uploadFile(ctx context.Context, path string) (*answer, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, wrong("path", "%s", err)
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, wrong("path", "%s is no file", path)
	}
	id, err := c.service.Upload(ctx, filepath.Base(path), f)
	return stored(id, filepath.Base(path), err)
}

func stored(id, name string, err error) (*answer, error) {
	if err != nil {
		return nil, err
	}
	return &answer{fmt.Sprintf("Stored %s. input: %s\n%s", name, id, useInput), uploaded{id, name, useInput}}, nil
}
