package main

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// speed takes the time of everyone, in rounds with an order that the seed decides.
func (l *lab) speed(ctx context.Context, all []*peer, r *result) error {
	files, err := l.files("bench-pdfs", "*.pdf")
	if err != nil {
		return err
	}
	if r.Pages, err = pages(ctx, files); err != nil {
		return err
	}
	r.Files["bench-pdfs"] = len(files)
	took := make([][]cost, len(all))
	random := rand.New(rand.NewPCG(l.seed, 0))
	for round := range l.rounds {
		for _, i := range random.Perm(len(all)) {
			fmt.Fprintf(os.Stderr, "peers: time, round %d, %s\n", round+1, all[i].name)
			out, err := os.MkdirTemp(l.dir, "out-")
			if err != nil {
				return err
			}
			c, err := all[i].work(ctx, out, files)
			if err != nil {
				return err
			}
			took[i] = append(took[i], c)
			if round == 0 {
				r.Peers[i].Speed = &speed{}
				r.Peers[i].Speed.Words, r.Peers[i].Speed.Missing = words(out, files)
				if all[i].speed {
					r.Peers[i].Speed.Words = 0
				}
			}
		}
	}
	for i := range all {
		r.Peers[i].Speed.add(took[i], took[0], r.Pages)
	}
	return nil
}

// pages counts the pages of files.
func pages(ctx context.Context, files []string) (int, error) {
	sum := 0
	for _, f := range files {
		said, err := exec.CommandContext(ctx, "qpdf", "--show-npages", f).Output() // warnings have a status of their own
		n, wrong := strconv.Atoi(strings.TrimSpace(string(said)))
		if wrong != nil {
			return 0, fmt.Errorf("count pages of %s: %w", filepath.Base(f), err)
		}
		sum += n
	}
	return sum, nil
}

// add fills in what the rounds of a peer took, beside those of Octavo.
func (s *speed) add(took, octavo []cost, pages int) {
	var each, against, size []float64
	for i, c := range took {
		each = append(each, float64(c.cpu.Microseconds())/1000/float64(pages))
		against = append(against, float64(c.cpu)/float64(max(octavo[i].cpu, 1)))
		size = append(size, c.size)
	}
	s.CPU, s.Against, s.Size = round(middle(each), 2), round(middle(against), 3), round(middle(size), 1)
	s.Lowest, s.Highest = round(slices.Min(against), 3), round(slices.Max(against), 3)
}

// round keeps so many digits after the point.
func round(v float64, digits int) float64 {
	scale := math.Pow10(digits)
	return math.Round(v*scale) / scale
}

// middle is the median; of an even number of figures it is the mean of the two in the middle.
func middle(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}
