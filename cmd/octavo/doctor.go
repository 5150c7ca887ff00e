package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/octavo-dev/octavo/internal/app"
)

type doctorCmd struct {
	Model  string `help:"Ask this configured model one small thing as well, and say how it answers." placeholder:"NAME"`
	Format string `short:"f" enum:"text,json" default:"text" help:"text: a line for each thing; json: a list of objects with what, ok, detail and remedy, and of fences children."`
}

// Run prints one line for each thing it looked at, and exits 1 when one of them needs attention.
func (c doctorCmd) Run(s *session) error {
	cfg, err := s.config()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(s.ctx, time.Minute)
	defer cancel()
	findings := app.Examine(ctx, cfg, c.Model)
	if c.Model != "" {
		findings = append(findings, app.AskModel(s.ctx, cfg, c.Model))
	}
	sick := 0
	for i := range findings {
		if findings[i].OK {
			findings[i].Remedy = "" // nothing is to be done
		} else {
			sick++
		}
	}
	if err := c.print(s, findings); err != nil {
		return err
	}
	if sick > 0 {
		return errors.New("something needs attention")
	}
	return nil
}

func (c doctorCmd) print(s *session, findings []app.Finding) error {
	if c.Format == "json" {
		return printJSON(s, findings)
	}
	for _, f := range findings {
		mark := "ok  "
		if !f.OK {
			mark = "FAIL"
		}
		fmt.Fprintf(s.out, "%s  %-10s %s\n", mark, f.What, f.Detail)
		if !f.OK {
			fmt.Fprintf(s.out, "      %-10s → %s\n", "", f.Remedy)
		}
	}
	return nil
}
