package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/octavo-dev/octavo/client"
)

// errand is something that a client sends.
type errand struct {
	name string
	send func(context.Context, *client.Client) error
}

// mix uploads the samples of the repository and returns what is done with them.
func mix(ctx context.Context, c *client.Client, folder string) ([]errand, error) {
	files := map[string]string{}
	for _, name := range []string{"invoice.pdf", "report.pdf", "form.pdf", "bundle.pdf", "scan.pdf", "letter.docx", "budget.xlsx"} {
		id, err := upload(ctx, c, filepath.Join(folder, name))
		if err != nil {
			return nil, err
		}
		files[name] = id
	}
	schema, err := os.ReadFile(filepath.Join(folder, "invoice.schema.json"))
	if err != nil {
		return nil, err
	}
	var orders []errand
	for _, name := range []string{"invoice.pdf", "report.pdf", "letter.docx", "budget.xlsx", "scan.pdf"} {
		orders = append(orders, errand{"parse " + filepath.Ext(name)[1:], func(ctx context.Context, c *client.Client) error {
			_, err := c.Parse(ctx, client.ParseRequest{Input: client.Document(files[name])})
			return err
		}})
	}
	orders[4].name = "parse scan"
	run := func(name, operation string, request map[string]any) {
		body, err := json.Marshal(request)
		if err != nil {
			panic(err) // maps of strings always encode
		}
		orders = append(orders, errand{name, func(ctx context.Context, c *client.Client) error {
			_, err := c.Run(ctx, operation, json.RawMessage(body), nil)
			return err
		}})
	}
	run("parse, asynchronous", "parse", map[string]any{"input": files["report.pdf"]})
	run("extract", "extract", map[string]any{"input": files["invoice.pdf"], "instructions": map[string]any{"schema": json.RawMessage(schema)}})
	run("split", "split", map[string]any{"input": files["bundle.pdf"], "split_description": []map[string]string{
		{"name": "Invoice", "description": "an invoice with a total"}, {"name": "Letter", "description": "a letter"},
	}})
	run("classify", "classify", map[string]any{"input": files["invoice.pdf"], "classification_schema": []map[string]any{
		{"category": "invoice", "criteria": []string{"asks for payment"}}, {"category": "letter", "criteria": []string{"is addressed to a person"}},
	}})
	run("edit", "edit", map[string]any{"document_url": files["report.pdf"], "edit_instructions": `Add the watermark "COPY" to every page.`})
	return orders, nil
}

func upload(ctx context.Context, c *client.Client, path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", fmt.Errorf("open a sample: %w", err)
	}
	defer f.Close()
	return c.Upload(ctx, filepath.Base(path), f)
}
