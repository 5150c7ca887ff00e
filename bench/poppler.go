package main

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// drawingDPI is the resolution of drawn pages.
const drawingDPI = 150

// eachFile runs a tool of Poppler once for every file, whose path follows args and precedes last, and returns the
// processor time of these processes. What they print is dropped.
func eachFile(ctx context.Context, all []paper, tool string, args []string, last ...string) (time.Duration, error) {
	var sum time.Duration
	for _, p := range all {
		cmd := exec.CommandContext(ctx, tool, append(append(append([]string(nil), args...), p.path), last...)...)
		if err := cmd.Run(); err != nil {
			return 0, fmt.Errorf("%s %s: %w", tool, filepath.Base(p.path), err)
		}
		sum += cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	}
	return sum, nil
}

func pdftotext(ctx context.Context, all []paper) (time.Duration, error) {
	return eachFile(ctx, all, "pdftotext", []string{"-q", "-bbox"}, "/dev/null")
}

// pdftoppm writes its images to standard output when it is given no name for them.
func pdftoppm(ctx context.Context, all []paper, grey bool) (time.Duration, error) {
	args := []string{"-q", "-r", strconv.Itoa(drawingDPI)}
	if grey {
		args = append(args, "-gray")
	}
	return eachFile(ctx, all, "pdftoppm", args)
}

// popplerWords counts the words that pdftotext finds, to show that both sides read the same.
func popplerWords(ctx context.Context, all []paper) (int, error) {
	n := 0
	for _, p := range all {
		text, err := exec.CommandContext(ctx, "pdftotext", "-q", "-bbox", p.path, "-").Output()
		if err != nil {
			return 0, fmt.Errorf("pdftotext %s: %w", filepath.Base(p.path), err)
		}
		n += bytes.Count(text, []byte("<word "))
	}
	return n, nil
}

func popplerVersion(ctx context.Context) string {
	said, _ := exec.CommandContext(ctx, "pdftotext", "-v").CombinedOutput() // some versions exit with a status for it
	first, _, _ := strings.Cut(string(said), "\n")
	return strings.TrimPrefix(first, "pdftotext version ")
}
