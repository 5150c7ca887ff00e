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
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"github.com/octavo-dev/octavo/internal/app"
	"github.com/octavo-dev/octavo/internal/config"
)

// version is set when the binary is built.
var version = "v1.0.0-dev"

type cli struct {
	Config string `help:"Settings file. Without it octavo.yaml is read where it exists." placeholder:"FILE" env:"OCTAVO_CONFIG" type:"path"`

	Parse    parseCmd    `cmd:"" group:"documents" help:"Read documents: as Markdown, JSON, HTML, or their tables as CSV."`
	Extract  extractCmd  `cmd:"" group:"documents" help:"Find in documents what a schema asks for."`
	Split    splitCmd    `cmd:"" group:"documents" help:"Say which pages of documents belong to which sections."`
	Classify classifyCmd `cmd:"" group:"documents" help:"Say which of several categories documents are of."`
	Edit     editCmd     `cmd:"" group:"documents" help:"Fill or change documents by instruction."`

	Serve  serveCmd  `cmd:"" group:"service" help:"Serve the HTTP interface and work on jobs."`
	Worker workerCmd `cmd:"" group:"service" help:"Work on jobs of an installation that other processes serve."`
	MCP    mcpCmd    `cmd:"" group:"service" name:"mcp" help:"Offer the operations to an agent as tools, over standard input and output."`
	Jobs   jobsCmd   `cmd:"" group:"service" help:"List, look at, wait for, cancel and delete jobs of a service."`
	Keys   keysCmd   `cmd:"" group:"service" help:"Create, list, revoke and rotate API keys."`
	Orgs   orgsCmd   `cmd:"" group:"service" help:"Create, list and change organizations."`

	Doctor         doctorCmd         `cmd:"" group:"upkeep" help:"Say what works on this machine and what to do about the rest."`
	ConfigCmd      configCmd         `cmd:"" group:"upkeep" name:"config" help:"Look at the settings."`
	Migrate        migrateCmd        `cmd:"" group:"upkeep" help:"Bring the database up to date with this version."`
	DrainCheck     drainCheckCmd     `cmd:"" group:"upkeep" help:"Exit 0 when no work of an earlier major version is left."`
	ReadinessCheck readinessCheckCmd `cmd:"" group:"upkeep" help:"Send a test task through both queues and exit 0 when both answer."`

	Completion completionCmd `cmd:"" group:"about" help:"Print a script that completes commands in a shell."`
	Help       helpCmd       `cmd:"" group:"about" help:"Print the help of a command."`
	Version    versionCmd    `cmd:"" group:"about" help:"Print the version."`
}

// groups are the headings in the help, of commands and of flags.
var groups = []kong.Group{
	{Key: "documents", Title: "Documents:"}, {Key: "service", Title: "Service:"}, {Key: "upkeep", Title: "Upkeep:"}, {Key: "about", Title: "About this program:"},
	{Key: "what", Title: "What to do:"}, {Key: "output", Title: "What comes out:"}, {Key: "run", Title: "How to run:"},
}

// session is what every command runs in.
type session struct {
	ctx      context.Context
	out      io.Writer
	settings string // path of the settings file
	parser   *kong.Kong
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

// run runs a command and returns its exit code.
func run(args []string, out io.Writer) (code int) {
	var c cli
	parser, err := newParser(&c, out)
	if err != nil {
		fmt.Fprintln(os.Stderr, "octavo:", err)
		return exitFailed
	}
	defer func() {
		switch left := recover().(type) {
		case nil:
		case exited: // help was printed
			code = int(left)
		default:
			panic(left)
		}
	}()
	if len(args) == 0 {
		args = []string{"--help"}
	}
	parsed, err := parser.Parse(args)
	if err != nil {
		return misused(err)
	}
	ctx, stop := untilStopped()
	defer stop()
	err = parsed.Run(&session{ctx: ctx, out: out, settings: c.Config, parser: parser})
	if err == nil {
		return 0
	}
	fmt.Fprintln(os.Stderr, "octavo:", err)
	var coded *exitError
	switch {
	case errors.As(err, &coded):
		return coded.code
	case ctx.Err() != nil:
		return exitInterrupted
	}
	return exitFailed
}

// untilStopped ends when the process is told to stop. Who says so a second time does not want to wait: that ends it.
func untilStopped() (context.Context, context.CancelFunc) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}

// exited carries an exit code out of the parser of arguments.
type exited int

func newParser(c *cli, out io.Writer) (*kong.Kong, error) {
	return kong.New(c, kong.Name("octavo"), kong.Description(overview), kong.ExplicitGroups(groups),
		kong.Writers(out, os.Stderr), kong.Exit(func(code int) { panic(exited(code)) }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, NoExpandSubcommands: true, WrapUpperBound: helpWidth}))
}

// misused says what is wrong with the arguments.
func misused(err error) int {
	fmt.Fprintln(os.Stderr, "octavo:", err)
	command := ""
	var wrong *kong.ParseError
	if errors.As(err, &wrong) && wrong.Context != nil && wrong.Context.Command() != "" {
		command, _, _ = strings.Cut(wrong.Context.Command(), " <")
	}
	fmt.Fprintln(os.Stderr, strings.TrimSpace("octavo: see octavo help "+command))
	return exitUse
}

type versionCmd struct{}

func (versionCmd) Run(s *session) error {
	_, err := fmt.Fprintln(s.out, version)
	return err
}
