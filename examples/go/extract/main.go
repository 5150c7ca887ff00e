// Command extract prints what a document says about an invoice, and where it says so.
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/octavo-dev/octavo/client"
)

// invoice is what the schema asks for. With citations every value comes with its places.
type invoice struct {
	Number client.Cited[string]  `json:"invoice_number"`
	Due    client.Cited[string]  `json:"due_date"`
	Total  client.Cited[float64] `json:"total_due"`
}

var schema = map[string]any{
	"type": "object",
	"properties": map[string]any{
		"invoice_number": map[string]any{"type": "string"},
		"due_date":       map[string]any{"type": "string", "format": "date"},
		"total_due":      map[string]any{"type": "number"},
	},
}

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: extract FILE")
	}
	c, err := client.New(os.Getenv("OCTAVO_URL"), client.WithKey(os.Getenv("OCTAVO_KEY")))
	if err != nil {
		log.Fatal(err)
	}
	if err := run(context.Background(), c, os.Args[1]); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, c *client.Client, path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	id, err := c.Upload(ctx, filepath.Base(path), file)
	if err != nil {
		return err
	}
	answer, err := c.Extract(ctx, client.ExtractRequest{
		Input:        client.Document(id),
		Instructions: client.Instructions{Schema: schema},
		Settings:     client.ExtractSettings{Citations: client.Citations{Enabled: true}},
	})
	if err != nil {
		return err
	}
	var found invoice
	if err := answer.Decode(&found); err != nil {
		return err
	}
	show("invoice_number", found.Number.Value, found.Number.Citations)
	show("due_date", found.Due.Value, found.Due.Citations)
	show("total_due", found.Total.Value, found.Total.Citations)
	return nil
}

func show(name string, value any, citations []client.Citation) {
	fmt.Printf("%s = %v\n", name, value)
	for _, c := range citations {
		fmt.Printf("  page %d at %.2f, %.2f: %q (%s)\n", c.BBox.Page, c.BBox.Left, c.BBox.Top, c.Content, c.Confidence)
	}
}
