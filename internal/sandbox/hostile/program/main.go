//go:build linux

// Command program is hostile: see the package above it.
package main

import (
	"os"

	"github.com/octavo-dev/octavo/internal/sandbox/hostile"
)

func main() { os.Exit(hostile.Main(os.Args[1:])) }
