package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// lab is what a run works with.
type lab struct {
	settings
	dir    string // removed at the end
	scorer scorer
}

// measure runs everyone on everything.
func measure(ctx context.Context, s settings) (*result, error) {
	shop, err := openShop()
	if err != nil {
		return nil, err
	}
	all, err := peers(ctx, shop)
	if err != nil {
		return nil, err
	}
	if all, err = choose(all, s.only); err != nil {
		return nil, err
	}
	l := &lab{settings: s}
	if l.dir, err = os.MkdirTemp("", "octavo-peers-"); err != nil {
		return nil, err
	}
	defer os.RemoveAll(l.dir)
	if l.scorer, err = buildScorer(ctx, s.scorer, l.dir); err != nil {
		return nil, err
	}
	r := &result{Date: time.Now().Format(time.DateOnly), Machine: machine(ctx), Files: map[string]int{}, Rounds: s.rounds, Load: []string{busy()}}
	for _, p := range all {
		r.Peers = append(r.Peers, entry{Name: p.name, Version: p.version, Gives: p.gives})
	}
	if err := l.quality(ctx, all, r); err != nil {
		return nil, err
	}
	r.Load = append(r.Load, busy())
	if err := l.speed(ctx, all, r); err != nil {
		return nil, err
	}
	r.Load = append(r.Load, busy())
	if s.limit > 0 {
		return r, nil // what is quoted is about all pages
	}
	quoted, err := quote(filepath.Join(s.data, "parse", "peers.json"))
	r.Peers = append(r.Peers, quoted...)
	return r, err
}

// choose keeps those that are named, and Octavo, which everyone is held against.
func choose(all []*peer, names string) ([]*peer, error) {
	if names == "" {
		return all, nil
	}
	chosen := []*peer{all[0]}
	for name := range strings.SplitSeq(names, ",") {
		before := len(chosen)
		for _, p := range all[1:] {
			if p.name == name {
				chosen = append(chosen, p)
			}
		}
		if len(chosen) == before {
			return nil, fmt.Errorf("no peer is called %q", name)
		}
	}
	return chosen, nil
}

// files are the PDF files of a set.
func (l *lab) files(pattern ...string) ([]string, error) {
	paths, err := filepath.Glob(filepath.Join(append([]string{l.data}, pattern...)...))
	if err == nil && len(paths) == 0 {
		err = fmt.Errorf("no files %s", filepath.Join(append([]string{l.data}, pattern...)...))
	}
	if l.limit > 0 && len(paths) > l.limit {
		paths = paths[:l.limit]
	}
	return paths, err
}

// machine tells what the figures depend on.
func machine(ctx context.Context) string {
	return fmt.Sprintf("%d cores, %s, Node.js %s, Java %s", runtime.NumCPU(), runtime.Version(), toolVersion(ctx, "node", "-v"), toolVersion(ctx, "java", "-version"))
}

// busy is the load average of the last minute.
func busy() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	first, _, _ := strings.Cut(string(text), " ")
	return first
}
