package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/octavo-dev/octavo/internal/app"
)

// pages measures the reading and drawing of PDF pages against Poppler.
func pages(ctx context.Context, l *lab) error {
	all, err := l.papers(ctx, "pages", "qpdf", "pdftotext", "pdftoppm")
	if err != nil || all == nil {
		return err
	}
	if err := l.text(ctx, all); err != nil {
		return err
	}
	if l.drawings == 0 {
		return nil
	}
	return l.drawing(ctx, all)
}

// duel is one measured pair: what both took in each round.
type duel struct {
	name        string
	of          []paper
	ours, peers []time.Duration
	split       usage // of ours, over all rounds
	octavo      func() (usage, error)
	peer        func() (time.Duration, error)
}

// fight runs both, in an order that the seed decides.
func (d *duel) fight(l *lab) error {
	for _, first := range l.shuffled(2) {
		if first == 0 {
			u, err := d.octavo()
			if err != nil {
				return err
			}
			d.ours = append(d.ours, u.all())
			d.split.own, d.split.children = d.split.own+u.own, d.split.children+u.children
			continue
		}
		took, err := d.peer()
		if err != nil {
			return err
		}
		d.peers = append(d.peers, took)
	}
	return nil
}

// times is how many times faster than the peer we are: the median of the rounds.
func (d *duel) times() float64 {
	var all []float64
	for i := range d.ours {
		all = append(all, share(d.peers[i], d.ours[i]))
	}
	return middle(all)
}

// perSecond is how many pages a second of processor time is good for.
func (d *duel) perSecond(took []time.Duration) string {
	return fmt.Sprintf("%.0f", float64(pageCount(d.of))/sample(took).median().Seconds())
}

// sum is the duel over the files of several.
func sum(name string, all []*duel) *duel {
	out := &duel{name: name}
	for _, d := range all {
		out.of = append(out.of, d.of...)
		for i := range d.ours {
			if i == len(out.ours) {
				out.ours, out.peers = append(out.ours, 0), append(out.peers, 0)
			}
			out.ours[i] += d.ours[i]
			out.peers[i] += d.peers[i]
		}
		out.split.own, out.split.children = out.split.own+d.split.own, out.split.children+d.split.children
	}
	return out
}

func (l *lab) text(ctx context.Context, all []paper) error {
	var duels []*duel
	for _, of := range [][]paper{short(all), books(all)} {
		duels = append(duels, &duel{
			name: fmt.Sprintf("%d of at most %d pages", len(of), longest(of)), of: of,
			octavo: func() (usage, error) {
				return l.withReading(ctx, func(r *app.Reading) error { return wordsOf(ctx, r, of) })
			},
			peer: func() (time.Duration, error) { return pdftotext(ctx, of) },
		})
	}
	// Counting warms up.
	words := 0
	if _, err := l.withReading(ctx, func(r *app.Reading) (err error) { words, err = readAll(ctx, r, all); return err }); err != nil {
		return err
	}
	theirs, err := popplerWords(ctx, all)
	if err != nil {
		return err
	}
	whole := &duel{name: "all, with blocks, reading order and tables", of: all, octavo: func() (usage, error) {
		return l.withReading(ctx, func(r *app.Reading) error { _, err := readAll(ctx, r, all); return err })
	}, peer: func() (time.Duration, error) { return pdftotext(ctx, all) }}
	for range l.rounds {
		for _, d := range append(slices.Clone(duels), whole) {
			if err := d.fight(l); err != nil {
				return err
			}
		}
	}
	making, err := l.layoutTime(ctx, all)
	if err != nil {
		return err
	}
	total := sum("all", duels)
	fmt.Fprintf(l.out, "### Text with boxes: from the file to the document, one child process, against `pdftotext -bbox` of Poppler %s\n\n", popplerVersion(ctx))
	t := table{head: []string{"files", "pages", "Octavo, pages per CPU-second", "pdftotext, pages per CPU-second", "Octavo against it (median of " + fmt.Sprint(l.rounds) + " rounds)"}}
	for _, d := range duels {
		t.add(d.name, fmt.Sprint(pageCount(d.of)), d.perSecond(d.ours), d.perSecond(d.peers), ratio(d.times()))
	}
	t.add(total.name, fmt.Sprint(pageCount(all)), total.perSecond(total.ours), total.perSecond(total.peers),
		ratio(total.times())+", "+verdict("target at least 0.8", total.times() >= 0.8))
	t.add(whole.name, fmt.Sprint(pageCount(all)), whole.perSecond(whole.ours), whole.perSecond(whole.peers), ratio(whole.times()))
	t.print(l.out)
	spent := total.split.all() / time.Duration(l.rounds)
	inChild, inParent := total.split.children/time.Duration(l.rounds), total.split.own/time.Duration(l.rounds)
	fmt.Fprintf(l.out, "Of Octavo's time the child took %.0f %%, layout %.0f %%, and the rest of the parent (reading the line, collecting garbage) %.0f %%. Words found: Octavo %d, pdftotext %d.\n\n",
		100*share(inChild, spent), 100*share(making, spent), 100*share(inParent-making, spent), words, theirs)
	return nil
}

func (l *lab) drawing(ctx context.Context, all []paper) error {
	fmt.Fprintf(l.out, "### Pages drawn at %d dpi, one child process, against `pdftoppm -r %d`\n\n", drawingDPI, drawingDPI)
	t := table{head: []string{"", "pages", "Octavo, pages per CPU-second", "pdftoppm, pages per CPU-second", "of Octavo's time in the child", "Octavo against it (median of " + fmt.Sprint(l.drawings) + " rounds)"}}
	for _, kind := range []string{"grey", "colour"} {
		grey := kind == "grey"
		peer := func() (time.Duration, error) { return pdftoppm(ctx, all, grey) }
		drawn := &duel{name: kind + ", drawn and dropped, as pdftoppm does here", of: all, peer: peer, octavo: func() (usage, error) {
			took, err := raw(ctx, all, kind)
			return usage{children: took}, err
		}}
		handed := &duel{name: kind + ", handed over by a fenced child", of: all, peer: peer, octavo: func() (usage, error) {
			return l.withReading(ctx, func(r *app.Reading) error { return drawAll(ctx, r, all, grey) })
		}}
		for range l.drawings {
			for _, d := range []*duel{drawn, handed} {
				if err := d.fight(l); err != nil {
					return err
				}
			}
		}
		for _, d := range []*duel{drawn, handed} {
			judged := ratio(d.times())
			if d == drawn {
				judged += ", " + verdict("target at least 2", d.times() >= 2)
			}
			t.add(d.name, fmt.Sprint(pageCount(all)), d.perSecond(d.ours), d.perSecond(d.peers), fmt.Sprintf("%.0f %%", 100*share(d.split.children, d.split.all())), judged)
		}
	}
	t.print(l.out)
	return nil
}
