// Command octavo turns documents into structured, citable data: as a service, as a worker, or on the command line.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"

	"github.com/octavo-dev/octavo/internal/app"
	"github.com/octavo-dev/octavo/internal/config"
)

// version is set when the binary is built.
var version = "v1.0.0-dev"

type cli struct {
	Config string `help:"Settings file. Without it octavo.yaml is read where it exists." placeholder:"FILE" env:"OCTAVO_CONFIG"`

	Serve          serveCmd          `cmd:"" help:"Serve the HTTP interface and work on jobs."`
	Worker         workerCmd         `cmd:"" help:"Work on jobs of an installation that other processes serve."`
	Parse          parseCmd          `cmd:"" help:"Print a document as Markdown."`
	Extract        extractCmd        `cmd:"" help:"Print what a schema asks for of documents."`
	Edit           editCmd           `cmd:"" help:"Fill or change a document by instruction."`
	Split          splitCmd          `cmd:"" help:"Print which pages of documents belong to which sections."`
	Classify       classifyCmd       `cmd:"" help:"Print which of several categories documents are of."`
	MCP            mcpCmd            `cmd:"" name:"mcp" help:"Offer the operations to an agent as tools, over standard input and output."`
	Migrate        migrateCmd        `cmd:"" help:"Bring the database up to date with this version."`
	Keys           keysCmd           `cmd:"" help:"Create, list, revoke and rotate API keys."`
	Orgs           orgsCmd           `cmd:"" help:"Create, list and change organizations."`
	ConfigCmd      configCmd         `cmd:"" name:"config" help:"Look at the settings."`
	Doctor         doctorCmd         `cmd:"" help:"Say what works on this machine and what to do about the rest."`
	DrainCheck     drainCheckCmd     `cmd:"" help:"Exit 0 when no work of an earlier major version is left."`
	ReadinessCheck readinessCheckCmd `cmd:"" help:"Send a test task through both queues and exit 0 when both answer."`
	Version        versionCmd        `cmd:"" help:"Print the version."`
}

// session is what every command runs in.
type session struct {
	ctx      context.Context
	out      io.Writer
	settings string // path of the settings file
}

// reading is what reads documents in this process, which says only what went wrong.
func (s *session) reading() (*app.Reading, error) {
	slog.SetLogLoggerLevel(slog.LevelWarn)
	cfg, err := s.config()
	if err != nil {
		return nil, err
	}
	return app.OpenReading(s.ctx, cfg, 1)
}

// config loads the settings and sends warnings to the log.
func (s *session) config() (*config.Config, error) {
	cfg, err := config.Load(s.settings, os.Environ())
	if err != nil {
		return nil, err
	}
	for _, w := range cfg.Warnings() {
		slog.Warn(w)
	}
	return cfg, nil
}

func main() {
	if code, ok := app.Child(os.Args[1:]); ok {
		os.Exit(code)
	}
	os.Exit(run(os.Args[1:], os.Stdout))
}

func run(args []string, out io.Writer) int {
	var c cli
	parser, err := kong.New(&c, kong.Name("octavo"), kong.UsageOnError(),
		kong.Description("Turns PDFs, scans, images, spreadsheets and office files into structured, citable data."),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}))
	if err != nil {
		fmt.Fprintln(os.Stderr, "octavo:", err)
		return 1
	}
	parsed, err := parser.Parse(args)
	if err != nil {
		parser.Errorf("%s", err)
		return 2
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err = parsed.Run(&session{ctx: ctx, out: out, settings: c.Config})
	if err == nil {
		return 0
	}
	fmt.Fprintln(os.Stderr, "octavo:", err)
	var coded *exitError
	if errors.As(err, &coded) {
		return coded.code
	}
	return 1
}

type versionCmd struct{}

func (versionCmd) Run(s *session) error {
	_, err := fmt.Fprintln(s.out, version)
	return err
}
