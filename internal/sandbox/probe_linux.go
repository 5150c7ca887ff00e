package sandbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// namespaces in the order in which they are given up where not all can be had.
var namespaces = []uintptr{unix.CLONE_NEWNS, unix.CLONE_NEWPID, unix.CLONE_NEWNET, unix.CLONE_NEWIPC}

// ourselves is the program that fences are tried around before there is another.
var ourselves = Program{Path: "/proc/self/exe", Limits: Limits{Memory: 64 << 30, Files: 64, Scratch: 1 << 20}}

// probe puts up all fences around a child of our own. Where not all namespaces can be made it looks for those that can,
// first as the owner of a user namespace, then as ourselves.
func (b *Box) probe(ctx context.Context) error {
	all := uintptr(unix.CLONE_NEWUSER | unix.CLONE_NEWNS | unix.CLONE_NEWPID | unix.CLONE_NEWNET | unix.CLONE_NEWIPC)
	b.fences = map[Fence]error{}
	for _, f := range All() {
		b.fences[f] = errUntried
	}
	said, refusal := b.try(ctx, ourselves, all)
	if refusal == nil {
		b.settle(all, said)
		return nil
	}
	best, known := uintptr(0), map[Fence]string(nil)
	for _, base := range []uintptr{unix.CLONE_NEWUSER, 0} {
		got := base
		for _, ns := range namespaces {
			if said, err := b.try(ctx, ourselves, got|ns); err == nil {
				got |= ns
				known = said
			}
		}
		if got != base {
			best = got
			break
		}
	}
	if best == 0 {
		var err error
		if known, err = b.try(ctx, ourselves, 0); err != nil {
			return err
		}
	}
	b.settle(best, known)
	if best&unix.CLONE_NEWNET == 0 {
		b.fences[Netns] = fmt.Errorf("make a network namespace: %w", refusal)
	}
	if best&unix.CLONE_NEWPID == 0 {
		b.fences[Pidns] = fmt.Errorf("make a process namespace: %w", refusal)
	}
	if best&unix.CLONE_NEWNS == 0 {
		b.fences[Tmpfs] = fmt.Errorf("make a mount namespace: %w", refusal)
	}
	return nil
}

// settle remembers what a child has said: an empty sentence is a fence that is up.
func (b *Box) settle(clone uintptr, said map[Fence]string) {
	b.clone = clone
	for f, failure := range said {
		b.fences[f] = nil
		if failure != "" {
			b.fences[f] = errors.New(failure)
		}
	}
}

// Try puts the fences up as around a program, without running it, and says of each why it does not stand; nil is up.
func (b *Box) Try(ctx context.Context, p Program) (map[Fence]error, error) {
	said, err := b.try(ctx, p, b.clone)
	if err != nil {
		return nil, fmt.Errorf("try the fences around %s: %w", p.Path, err)
	}
	found := b.Fences()
	for f, failure := range said {
		if found[f] == nil && failure != "" {
			found[f] = errors.New(failure)
		}
	}
	return found, nil
}

// try starts a child in the given namespaces that puts up the other fences, as around a program, and says how that went.
func (b *Box) try(ctx context.Context, p Program, clone uintptr) (map[Fence]string, error) {
	null, err := os.Open(os.DevNull)
	if err != nil {
		return nil, err
	}
	defer null.Close()
	l := &launch{program: p}
	defer func() { l.closeTheirs(); l.closeOurs() }()
	if err := l.connect(null); err != nil {
		return nil, err
	}
	told, err := l.plan(clone)
	if err != nil {
		return nil, err
	}
	told.Probe, told.Fences = true, All()
	if err := b.shim(l, told, clone); err != nil {
		return nil, err
	}
	started := make(chan error)
	proc := &Process{done: make(chan struct{})}
	go proc.live(l, started)
	if err := <-started; err != nil {
		return nil, err
	}
	l.closeTheirs()
	defer context.AfterFunc(ctx, proc.Kill)()
	text, err := io.ReadAll(l.status)
	if waited := proc.Wait(); waited != nil || err != nil {
		return nil, errors.Join(ctx.Err(), waited, err)
	}
	var said map[Fence]string
	if err := json.Unmarshal(text, &said); err != nil {
		return nil, fmt.Errorf("read what the child says: %w", err)
	}
	return said, nil
}
