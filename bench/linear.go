package main

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"time"
)

// linear measures what a page of a long document costs against one of a short document of the same kind: ten pages,
// repeated.
func linear(ctx context.Context, l *lab) error {
	all, err := l.papers(ctx, "linear", "qpdf")
	if err != nil || all == nil {
		return err
	}
	all = short(all)
	if len(all) == 0 {
		return errors.New("no file is short")
	}
	of := slices.MaxFunc(all, func(a, b paper) int { return a.pages - b.pages })
	lengths := []int{10, 100, 1000}
	most := lengths[len(lengths)-1]
	ways := make([]*way, len(lengths))
	for i, n := range lengths {
		file, err := l.repeated(ctx, of, lengths[0], n)
		if err != nil {
			return err
		}
		args := []string{wholeCommand, l.dir, "metadata", "variable"}
		for range most / n {
			args = append(args, file)
		}
		ways[i] = &way{name: fmt.Sprintf("%d × %d pages", most/n, n), run: func() (cost, error) {
			return watched(exec.CommandContext(ctx, "/proc/self/exe", args...), most)
		}}
	}
	for range l.rounds {
		for _, i := range l.shuffled(len(ways)) {
			c, err := ways[i].run()
			if err != nil {
				return fmt.Errorf("%s: %w", ways[i].name, err)
			}
			ways[i].took = append(ways[i].took, c)
		}
	}
	l.printLinear(ways, most)
	return nil
}

func (l *lab) printLinear(ways []*way, pages int) {
	fmt.Fprintf(l.out, "### Cost of a page by the length of its document, whole parses in one process and its child\n\n")
	t := table{head: []string{"documents", "CPU a page", "largest size (PSS)", fmt.Sprintf("against the first (median of %d rounds)", l.rounds)}}
	for i, r := range ways {
		var times, sizes []float64
		for k, c := range r.took {
			times = append(times, share(c.cpu, ways[0].took[k].cpu))
			sizes = append(sizes, c.size)
		}
		judged := ratio(middle(times))
		if i > 0 {
			judged += ", " + verdict("target at most 1.1", middle(times) <= 1.1)
		}
		t.add(r.name, ms(r.cpu().median()/time.Duration(pages)), fmt.Sprintf("%.0f MiB", middle(sizes)), judged)
	}
	t.print(l.out)
}

// repeated makes a PDF of n pages: the first few of a file, again and again.
func (l *lab) repeated(ctx context.Context, of paper, few, n int) (string, error) {
	path := filepath.Join(l.dir, fmt.Sprintf("repeated-%d.pdf", n))
	args := []string{"--empty", "--pages"}
	for range n / few {
		args = append(args, of.path, fmt.Sprintf("1-%d", few))
	}
	out, err := exec.CommandContext(ctx, "qpdf", append(args, "--", path)...).CombinedOutput()
	if err != nil && !onlyWarned(err) {
		return "", fmt.Errorf("repeat pages: %w: %s", err, out)
	}
	return path, nil
}
