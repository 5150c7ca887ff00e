package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"time"

	"github.com/octavo-dev/octavo/engines"
	"github.com/octavo-dev/octavo/internal/engine/pdfium"
)

// rawCommand makes this program a process that only draws: what pdftoppm does when nobody takes its images.
const rawCommand = "draw-raw"

// drawRaw draws every page of the files after the resolution, the kind and the library, and drops the pixels.
func drawRaw(args []string) error {
	dpi, err := strconv.ParseFloat(args[0], 64)
	if err != nil {
		return err
	}
	lib, err := pdfium.Open(args[2])
	if err != nil {
		return err
	}
	for _, path := range args[3:] {
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		d, err := lib.OpenFile(f, "")
		if err != nil {
			return fmt.Errorf("open %s: %w", path, err)
		}
		for n := 1; n <= d.Pages(); n++ {
			if _, err := d.Render(n, dpi, args[1] == "grey"); err != nil {
				return err
			}
		}
		d.Close()
		f.Close()
	}
	return nil
}

// raw is the processor time of a process that only draws.
func raw(ctx context.Context, all []paper, kind string) (time.Duration, error) {
	dir, err := enginesDir()
	if err != nil {
		return 0, err
	}
	library, err := engines.Dir(dir).Find("libpdfium.so")
	if err != nil {
		return 0, err
	}
	args := []string{rawCommand, strconv.Itoa(drawingDPI), kind, library}
	for _, p := range all {
		args = append(args, p.path)
	}
	cmd := exec.CommandContext(ctx, "/proc/self/exe", args...)
	cmd.Env = append(os.Environ(), "GOGC=400") // as engine processes have it
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return 0, fmt.Errorf("draw: %w", err)
	}
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), nil
}
