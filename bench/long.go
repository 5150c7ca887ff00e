package main

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/octavo-dev/octavo/bench/tree"
)

// long measures what a long document costs a real server: memory, processor time a page, and whether all cores work.
func long(ctx context.Context, l *lab) error {
	all, err := l.papers(ctx, "long", "qpdf")
	if err != nil || all == nil {
		return err
	}
	all = short(all)
	joined, err := l.join(ctx, all, l.length)
	if err != nil {
		return err
	}
	binary, err := l.build(ctx)
	if err != nil {
		return err
	}
	fmt.Fprintf(l.out, "### %d pages in one PDF, against the same pages in %d short ones: `octavo serve` on SQLite\n\n", l.length, len(all))
	t := table{head: []string{"extraction_mode", "CPU a page, short files", "CPU a page, long file", "Long against short", "Largest size (PSS) of server and children", "Cores busy while pages are read", "Long file, whole job"}}
	for mode := range strings.SplitSeq(l.modes, ",") {
		p, err := l.serve(ctx, binary, l.sqliteURL("long-"+mode))
		if err != nil {
			return err
		}
		row, err := p.longRow(ctx, mode, all, joined)
		p.end()
		if err != nil {
			return err
		}
		t.add(row...)
	}
	t.print(l.out)
	return nil
}

// join makes one PDF of as many pages as are asked for, the files one after the other, again and again.
func (l *lab) join(ctx context.Context, all []paper, length int) (paper, error) {
	joined := paper{filepath.Join(l.dir, fmt.Sprintf("long-%d.pdf", length)), 0}
	args := []string{"--empty", "--pages"}
	for i := 0; joined.pages < length; i++ {
		p := all[i%len(all)]
		n := min(p.pages, length-joined.pages)
		args = append(args, p.path, "1-"+strconv.Itoa(n))
		joined.pages += n
	}
	out, err := exec.CommandContext(ctx, "qpdf", append(args, "--", joined.path)...).CombinedOutput()
	if err != nil && !onlyWarned(err) {
		return paper{}, fmt.Errorf("join files: %w: %s", err, out)
	}
	return joined, nil
}

// onlyWarned reports whether qpdf did its work and found something to remark on.
func onlyWarned(err error) bool {
	var exit *exec.ExitError
	return errors.As(err, &exit) && exit.ExitCode() == 3
}

// longRow parses the short files one by one, before and after the long one.
func (p *process) longRow(ctx context.Context, mode string, all []paper, joined paper) ([]string, error) {
	if _, err := p.parseAll(ctx, mode, all); err != nil { // warms up
		return nil, err
	}
	apart, err := p.parseAll(ctx, mode, all)
	if err != nil {
		return nil, err
	}
	together, err := p.parseAll(ctx, mode, []paper{joined})
	if err != nil {
		return nil, err
	}
	again, err := p.parseAll(ctx, mode, all)
	if err != nil {
		return nil, err
	}
	each := func(seen []tree.Look, pages int) time.Duration {
		return (seen[len(seen)-1].CPU() - seen[0].CPU()) / time.Duration(pages)
	}
	few := (each(apart, pageCount(all)) + each(again, pageCount(all))) / 2
	many := each(together, joined.pages)
	times, top, busy := share(many, few), tree.Largest(together), cores(whileReading(together))
	first, last := together[0], together[len(together)-1]
	return []string{
		mode, ms(few), ms(many), ratio(times) + ", " + verdict("target at most 1.2", times <= 1.2),
		fmt.Sprintf("%.0f MiB in %d processes, %s", top.Size, top.Processes, verdict("target below 600 MB", top.Size*1.048576 < 600)),
		fmt.Sprintf("%.2f, %s", busy, verdict("target at least 1.5", busy >= 1.5)),
		fmt.Sprintf("%.1f s of processors in %.1f s", (last.CPU() - first.CPU()).Seconds(), last.At.Sub(first.At).Seconds()),
	}, nil
}

// parseAll parses files one after the other and watches the server meanwhile. Uploads are not part of it.
func (p *process) parseAll(ctx context.Context, mode string, all []paper) ([]tree.Look, error) {
	var inputs []string
	for _, f := range all {
		input, err := p.upload(ctx, f.path)
		if err != nil {
			return nil, err
		}
		inputs = append(inputs, input)
	}
	end := tree.Watch(p.cmd.Process.Pid)
	for i, input := range inputs {
		n, err := p.parse(ctx, input, mode)
		if err == nil && n != all[i].pages {
			err = fmt.Errorf("%d pages instead of %d", n, all[i].pages)
		}
		if err != nil {
			end()
			return nil, fmt.Errorf("parse %s: %w", filepath.Base(all[i].path), err)
		}
	}
	return end(), nil
}
