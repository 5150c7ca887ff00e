// Command sweep sends every file of a folder through a running service, as strangers would, and holds what became of each
// to what is promised: an answer, or a refusal that names what is wrong with the file; never a failure of the service.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"time"

	"github.com/octavo-dev/octavo/client"
)

func main() {
	server := flag.String("server", "http://127.0.0.1:8080", "address of the service")
	key := flag.String("key", os.Getenv("OCTAVO_API_KEY"), "key of the service, where it asks for one")
	callers := flag.Int("callers", 4, "files under way at the same time")
	patience := flag.Duration("patience", 10*time.Minute, "how long one file may take until it counts as stuck")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: sweep [flags] FOLDER\n\nSends every file below FOLDER to a running service and reports what became of each.")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() != 1 || *callers < 1 {
		flag.Usage()
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	held, err := run(ctx, *server, *key, flag.Arg(0), *callers, *patience)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "sweep:", err)
		os.Exit(2)
	}
	if !held {
		os.Exit(1)
	}
}

// run sweeps a folder and prints the report. It reports whether everything held.
func run(ctx context.Context, server, key, folder string, callers int, patience time.Duration) (bool, error) {
	c, err := client.New(server, client.WithKey(key))
	if err != nil {
		return false, err
	}
	files, err := find(folder)
	if err != nil {
		return false, fmt.Errorf("look for files: %w", err)
	}
	before, err := gauge(ctx, server)
	if err != nil {
		return false, fmt.Errorf("ask the service how it is: %w", err)
	}
	fates := sweep(ctx, c, files, callers, patience)
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	after, err := gauge(ctx, server)
	if err != nil {
		return false, fmt.Errorf("the service does not answer any more: %w", err)
	}
	return report(os.Stdout, fates, before, after), nil
}
