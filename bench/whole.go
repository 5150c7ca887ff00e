package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/octavo-dev/octavo/bench/tree"
)

// cost is what parsing some files took a process and all its descendants.
type cost struct {
	cpu, clock time.Duration
	size       float64 // MiB at most, together
}

// way is one way to parse all files.
type way struct {
	name string
	run  func() (cost, error)
	took []cost
}

func (r *way) cpu() sample {
	var all sample
	for _, c := range r.took {
		all = append(all, c.cpu)
	}
	return all
}

// whole measures parses with everything on, layout, tables and chunks, against liteparse.
func whole(ctx context.Context, l *lab) error {
	all, err := l.papers(ctx, "whole", "qpdf", "node")
	if err != nil || all == nil {
		return err
	}
	peer, err := filepath.Abs(filepath.Join("..", ".cache", "liteparse"))
	if err == nil {
		_, err = os.Stat(filepath.Join(peer, "node_modules"))
	}
	if err != nil {
		fmt.Fprintf(l.out, "The part whole was left out: it needs liteparse (`scripts/setup bench` installs it).\n\n")
		return nil
	}
	service, err := l.wholeService(ctx, all)
	if err != nil {
		return err
	}
	defer service.end()
	ways := []*way{
		{name: "Octavo, one process that parses, and its child", run: func() (cost, error) {
			return watched(exec.CommandContext(ctx, "/proc/self/exe", append([]string{wholeCommand, l.dir, "metadata", "variable"}, pathsOf(all)...)...), pageCount(all))
		}},
		{name: "Octavo, `POST /parse` to `octavo serve` on SQLite", run: func() (cost, error) { return service.parseAll(ctx, all) }},
		l.liteparse(ctx, peer, "liteparse, blocks with tables, no words (`json`)", "json", "blocks", all),
		l.liteparse(ctx, peer, "liteparse, the same with words and Markdown (`markdown`)", "markdown", "blocks", all),
		l.liteparse(ctx, peer, "liteparse, text only (`text`)", "text", "-", all),
	}
	for round := range l.rounds + 1 {
		for _, i := range l.shuffled(len(ways)) {
			c, err := ways[i].run()
			if err != nil {
				return fmt.Errorf("%s: %w", ways[i].name, err)
			}
			if round > 0 { // the first warms up
				ways[i].took = append(ways[i].took, c)
			}
		}
	}
	l.printWhole(ways, ways[2], pageCount(all))
	return nil
}

func (l *lab) printWhole(ways []*way, peer *way, pages int) {
	fmt.Fprintf(l.out, "### Whole parses of %d pages, layout, tables and chunks, without recognition, against liteparse 2.14.7\n\n", pages)
	t := table{head: []string{"", "CPU a page", "pages per CPU-second", "pages a second by the clock", "largest size (PSS)", fmt.Sprintf("CPU of liteparse with blocks by its own (median of %d rounds)", l.rounds)}}
	for i, r := range ways {
		var times, clocks, sizes []float64
		for k, c := range r.took {
			times = append(times, share(peer.took[k].cpu, c.cpu))
			clocks = append(clocks, float64(pages)/c.clock.Seconds())
			sizes = append(sizes, c.size)
		}
		judged := ratio(middle(times))
		if i == 0 {
			judged += ", " + verdict("target at least 1", middle(times) >= 1)
		}
		each := r.cpu().median() / time.Duration(pages)
		t.add(r.name, ms(each), fmt.Sprintf("%.0f", 1/each.Seconds()), fmt.Sprintf("%.0f", middle(clocks)), fmt.Sprintf("%.0f MiB", middle(sizes)), judged)
	}
	t.print(l.out)
}

// watched runs a command that prints how many pages it parsed and ends.
func watched(cmd *exec.Cmd, pages int) (cost, error) {
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	began := time.Now()
	if err := cmd.Start(); err != nil {
		return cost{}, err
	}
	end := tree.Watch(cmd.Process.Pid)
	err := cmd.Wait()
	c := cost{cpu: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), clock: time.Since(began), size: tree.Largest(end()).Size}
	if err != nil {
		return c, fmt.Errorf("%w: %s", err, said.Bytes())
	}
	if n, err := strconv.Atoi(strings.TrimSpace(out.String())); err != nil || n != pages {
		return c, fmt.Errorf("%s pages instead of %d", strings.TrimSpace(out.String()), pages)
	}
	return c, nil
}

func (l *lab) liteparse(ctx context.Context, folder, name, format, blocks string, all []paper) *way {
	return &way{name: name, run: func() (cost, error) {
		args := append([]string{filepath.Join("liteparse", "parse.cjs"), folder, format, blocks}, pathsOf(all)...)
		return watched(exec.CommandContext(ctx, "node", args...), pageCount(all))
	}}
}

func pathsOf(all []paper) []string {
	var out []string
	for _, p := range all {
		out = append(out, p.path)
	}
	return out
}

// wholeServer is a service that holds the files.
type wholeServer struct {
	*process
	inputs []string
}

func (l *lab) wholeService(ctx context.Context, all []paper) (*wholeServer, error) {
	binary, err := l.build(ctx)
	if err != nil {
		return nil, err
	}
	p, err := l.serve(ctx, binary, l.sqliteURL("whole"))
	if err != nil {
		return nil, err
	}
	s := &wholeServer{process: p}
	for _, f := range all {
		input, err := p.upload(ctx, f.path)
		if err != nil {
			p.end()
			return nil, err
		}
		s.inputs = append(s.inputs, input)
	}
	return s, nil
}

// parseAll parses the files one after the other and reads the answers.
func (s *wholeServer) parseAll(ctx context.Context, all []paper) (cost, error) {
	end := tree.Watch(s.cmd.Process.Pid)
	pages := 0
	var failed error
	for _, input := range s.inputs {
		body, err := wholeBody(input, "metadata", "variable")
		var answer struct {
			Usage struct {
				NumPages int `json:"num_pages"`
			}
			Result json.RawMessage
		}
		if err == nil {
			err = s.ask(ctx, http.MethodPost, "/parse", "application/json", bytes.NewReader(body), &answer)
		}
		if failed = err; err != nil {
			break
		}
		pages += answer.Usage.NumPages
	}
	seen := end()
	first, last := seen[0], seen[len(seen)-1]
	c := cost{cpu: last.CPU() - first.CPU(), clock: last.At.Sub(first.At), size: tree.Largest(seen).Size}
	if failed == nil && pages != pageCount(all) {
		failed = fmt.Errorf("%d pages instead of %d", pages, pageCount(all))
	}
	return c, failed
}
