package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// peer is a program that reads PDF files.
type peer struct {
	name    string
	version string
	gives   string // what comes out
	tables  bool   // whether tables are among it
	speed   bool   // only its speed is measured: what comes out is no Markdown
	// commands turns files into Markdown files in a folder. A program that takes one file at a time has one for each.
	commands func(ctx context.Context, out string, files []string) []*exec.Cmd
}

// shop is where set-up puts what is needed.
type shop struct{ engines, liteparse, modules string }

func openShop() (shop, error) {
	cache, err := filepath.Abs(filepath.Join("..", ".cache"))
	if err != nil {
		return shop{}, err
	}
	s := shop{filepath.Join(cache, "engines"), filepath.Join(cache, "liteparse"), filepath.Join(cache, "peers")}
	for _, folder := range []string{s.engines, s.liteparse, s.modules} {
		if _, err := os.Stat(folder); err != nil {
			return s, fmt.Errorf("%w (`scripts/setup peers` installs it)", err)
		}
	}
	return s, nil
}

// peers lists who is compared; Octavo comes first.
func peers(ctx context.Context, s shop) ([]*peer, error) {
	const jar = "node_modules/@opendataloader/pdf/lib/opendataloader-pdf-cli.jar"
	together := func(args ...string) func(context.Context, string, []string) []*exec.Cmd {
		return func(ctx context.Context, out string, files []string) []*exec.Cmd {
			all := append(append(append([]string(nil), args[1:]...), out), files...)
			return []*exec.Cmd{exec.CommandContext(ctx, args[0], all...)}
		}
	}
	node := func(name, modules string) func(context.Context, string, []string) []*exec.Cmd {
		return together("node", filepath.Join("peers", "convert.cjs"), name, modules)
	}
	all := []*peer{
		{name: "Octavo", gives: "Markdown, and blocks with boxes", tables: true, commands: together("/proc/self/exe", octavoCommand, s.engines)},
		{name: "liteparse", gives: "Markdown", tables: true, commands: node("liteparse", s.liteparse)},
		{name: "liteparse", gives: "blocks with boxes, no Markdown", speed: true, commands: node("liteparse-blocks", s.liteparse)},
		{name: "pdf-inspector", gives: "Markdown", tables: true, commands: node("pdf-inspector", s.modules)},
		{name: "xberg", gives: "Markdown", tables: true, commands: node("xberg", s.modules)},
		{name: "opendataloader", gives: "Markdown", tables: true, commands: together("java", "-jar", filepath.Join(s.modules, jar), "--quiet", "--format", "markdown",
			"--table-method", "cluster", "--markdown-with-html", "--include-header-footer", "--image-output", "off", "--output-dir")},
		{name: "markitdown-ts", gives: "text", commands: node("markitdown-ts", s.modules)},
		{name: "pdftotext", gives: "text", commands: func(ctx context.Context, out string, files []string) []*exec.Cmd {
			return each(files, func(f string) *exec.Cmd { return exec.CommandContext(ctx, "pdftotext", "-q", f, outputOf(out, f)) })
		}},
		{name: "mutool", gives: "text", commands: func(ctx context.Context, out string, files []string) []*exec.Cmd {
			return each(files, func(f string) *exec.Cmd {
				return exec.CommandContext(ctx, "mutool", "draw", "-q", "-F", "text", "-o", outputOf(out, f), f)
			})
		}},
	}
	return all, s.versions(ctx, all)
}

// outputOf is the file in a folder that holds what comes of a PDF file.
func outputOf(folder, path string) string {
	return filepath.Join(folder, strings.TrimSuffix(filepath.Base(path), ".pdf")+".md")
}

func each(files []string, command func(string) *exec.Cmd) []*exec.Cmd {
	var out []*exec.Cmd
	for _, f := range files {
		out = append(out, command(f))
	}
	return out
}

// versions asks everyone for its version.
func (s shop) versions(ctx context.Context, all []*peer) error {
	packages := map[string]string{
		"liteparse":      filepath.Join(s.liteparse, "node_modules/@llamaindex/liteparse"),
		"pdf-inspector":  filepath.Join(s.modules, "node_modules/@firecrawl/pdf-inspector-linux-x64-gnu"),
		"xberg":          filepath.Join(s.modules, "node_modules/@xberg-io/xberg-linux-x64-gnu"),
		"opendataloader": filepath.Join(s.modules, "node_modules/@opendataloader/pdf"),
		"markitdown-ts":  filepath.Join(s.modules, "node_modules/markitdown-ts"),
	}
	for _, p := range all {
		folder, ok := packages[p.name]
		switch {
		case ok:
			var about struct{ Version string }
			data, err := os.ReadFile(filepath.Join(folder, "package.json"))
			if err == nil {
				err = json.Unmarshal(data, &about)
			}
			if err != nil {
				return fmt.Errorf("version of %s: %w", p.name, err)
			}
			p.version = about.Version
		case p.name != "Octavo":
			if p.version = toolVersion(ctx, p.name, "-v"); p.version == "" {
				return fmt.Errorf("%s is not installed (`scripts/setup peers` installs it)", p.name)
			}
		}
	}
	return nil
}

var numbers = regexp.MustCompile(`[0-9]+(\.[0-9]+)+`)

// toolVersion is the first version that a program prints; some end with a status when they are asked.
func toolVersion(ctx context.Context, tool, flag string) string {
	said, _ := exec.CommandContext(ctx, tool, flag).CombinedOutput()
	return numbers.FindString(string(said))
}
