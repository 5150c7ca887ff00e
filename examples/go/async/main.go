// Command async starts a parse as a job and waits for its end.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/octavo-dev/octavo/client"
)

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: async FILE")
	}
	c, err := client.New(os.Getenv("OCTAVO_URL"), client.WithKey(os.Getenv("OCTAVO_KEY")))
	if err != nil {
		log.Fatal(err)
	}
	err = run(context.Background(), c, os.Args[1])
	var failed *client.Error
	if errors.As(err, &failed) {
		log.Fatalf("%s: %s", failed.Name, failed.Message)
	}
	if err != nil {
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
	job, err := c.ParseAsync(ctx, client.ParseRequest{Input: client.Document(id)})
	if err != nil {
		return err
	}
	done, err := c.Wait(ctx, job, func(j client.Job) { log.Printf("%s, %.0f %%", j.State, 100*j.Progress) })
	if err != nil {
		return err
	}
	var answer client.ParseResponse
	if err := c.Result(ctx, done, &answer); err != nil {
		return err
	}
	fmt.Printf("%s: %d pages, %d blocks\n", done.Status, done.NumPages, len(answer.Result.Chunks[0].Blocks))
	return nil
}
