// Command parse prints a document as Markdown.
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/octavo-dev/octavo/client"
)

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: parse FILE")
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
	answer, err := c.Parse(ctx, client.ParseRequest{Input: client.Document(id)})
	if err != nil {
		return err
	}
	for _, chunk := range answer.Result.Chunks {
		fmt.Println(chunk.Content)
	}
	return nil
}
