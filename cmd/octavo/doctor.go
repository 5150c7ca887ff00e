package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/octavo-dev/octavo/internal/app"
)

type doctorCmd struct {
	Model string `help:"Ask this configured model one small thing as well, and say how it answers." placeholder:"NAME"`
}

// Run prints one line for each thing it looked at, and exits 1 when one of them needs attention.
func (c doctorCmd) Run(s *session) error {
	cfg, err := s.config()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(s.ctx, 30*time.Second)
	defer cancel()
	findings := app.Examine(ctx, cfg)
	if c.Model != "" {
		findings = append(findings, app.AskModel(s.ctx, cfg, c.Model))
	}
	sick := 0
	for _, f := range findings {
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
