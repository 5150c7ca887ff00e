package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/octavo-dev/octavo/internal/app"
)

type doctorCmd struct{}

// Run prints one line for each thing it looked at, and exits 1 when one of them needs attention.
func (doctorCmd) Run(s *session) error {
	cfg, err := s.config()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(s.ctx, 30*time.Second)
	defer cancel()
	sick := 0
	for _, f := range app.Examine(ctx, cfg) {
		mark := "ok  "
		if !f.OK {
			mark = "FAIL"
			sick++
		}
		fmt.Fprintf(s.out, "%s  %-10s %s\n", mark, f.What, f.Detail)
		if !f.OK {
			fmt.Fprintf(s.out, "      %-10s → %s\n", "", f.Remedy)
		}
	}
	if sick > 0 {
		return errors.New("something needs attention")
	}
	return nil
}
