package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/app"
	"github.com/octavo-dev/octavo/internal/config"
	"github.com/octavo-dev/octavo/internal/op"
	"github.com/octavo-dev/octavo/internal/op/edit"
)

// value is one that a fillable form is to get.
type value struct {
	Field   string
	Type    string
	Value   any
	Shown   any
	States  []string
	Widgets []struct {
		Page int
		BBox [4]float64
		On   string
	}
}

// texts are the values as texts.
func (v *value) texts() []string { return texts(v.Value) }

func texts(v any) []string {
	if all, ok := v.([]any); ok {
		var out []string
		for _, item := range all {
			out = append(out, fmt.Sprint(item))
		}
		return out
	}
	return []string{fmt.Sprint(v)}
}

// widget is what the interface is sent for a value.
func (v *value) widget() api.EditWidget {
	at := v.Widgets[0]
	text := v.texts()[0]
	kind := api.WidgetText
	switch v.Type {
	case "checkbox":
		kind = api.WidgetCheckbox
		if text == "Off" {
			text = "off"
		}
	case "radio":
		kind = api.WidgetRadio
	case "dropdown":
		kind = api.WidgetDropdown
	case "listbox":
		kind = api.WidgetDropdown
		if all := v.texts(); len(all) > 1 {
			b, _ := json.Marshal(all) // strings always can be
			text = string(b)
		}
	}
	return api.EditWidget{
		BBox:        api.BoundingBox{Left: at.BBox[0], Top: at.BBox[1], Width: at.BBox[2], Height: at.BBox[3], Page: at.Page},
		Description: v.Field, Type: kind, Fill: true, Value: &text,
	}
}

// filling is what was counted over all forms.
type filling struct {
	values, written    int // as another reader finds them
	drawn, seen        int // texts that should be seen in their boxes, and are
	marks, inked       int
	outside, worse     int // forms
	editTime, qpdfTime time.Duration
	forms              int
}

// fill fills every form through the operation, and has other programs look at what came out.
func fill(folder, engines string) error {
	paths, err := filepath.Glob(filepath.Join(folder, "*.pdf"))
	if err != nil {
		return err
	}
	cfg, err := config.Load("", append(os.Environ(), "OCTAVO_ENGINES_DIR="+engines))
	if err != nil {
		return err
	}
	reading, err := app.OpenReading(context.Background(), cfg, 1)
	if err != nil {
		return err
	}
	defer func() { _ = reading.Close() }()
	dir, err := os.MkdirTemp("", "octavo-forms-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	env := op.Env{Reader: reading.Reader, PDF: reading.Writer}
	var t filling
	for _, path := range paths {
		if err := t.form(env, dir, path); err != nil {
			return fmt.Errorf("%s: %w", filepath.Base(path), err)
		}
	}
	fmt.Printf("fillable forms: %d of %d values found by qpdf, %d of %d texts seen in their boxes of the flattened copy, %d of %d marks changed their ink\n",
		t.written, t.values, t.seen, t.drawn, t.inked, t.marks)
	fmt.Printf("%d of %d forms changed outside of the boxes, %d worse in qpdf --check\n", t.outside, t.forms, t.worse)
	fmt.Printf("CPU: %.2f of qpdf rewriting the same files (%.0f ms against %.0f ms a form)\n", t.editTime.Seconds()/t.qpdfTime.Seconds(),
		1000*t.editTime.Seconds()/float64(t.forms), 1000*t.qpdfTime.Seconds()/float64(t.forms))
	return placed(env, dir, filepath.Join(filepath.Dir(folder), "flat"))
}

func (t *filling) form(env op.Env, dir, path string) error {
	raw, err := os.ReadFile(strings.TrimSuffix(path, ".pdf") + ".fill.json")
	if err != nil {
		return err
	}
	var values []value
	if err := json.Unmarshal(raw, &values); err != nil {
		return err
	}
	request := api.EditRequest{EditOptions: api.EditOptions{Color: "#000000"}}
	for i := range values {
		request.FormSchema = append(request.FormSchema, values[i].widget())
	}
	t.forms++
	filled, flat, again := filepath.Join(dir, "filled.pdf"), filepath.Join(dir, "flat.pdf"), filepath.Join(dir, "again.pdf")
	start := spent()
	if err := apply(env, path, filled, request); err != nil {
		return err
	}
	t.editTime += spent() - start
	request.EditOptions.Flatten = true
	if err := apply(env, path, flat, request); err != nil {
		return err
	}
	start = spent()
	rewrite := exec.Command("qpdf", "--warning-exit-0", "--no-warn", path, again)
	if err := rewrite.Run(); err != nil {
		return fmt.Errorf("rewrite with qpdf: %w", err)
	}
	t.qpdfTime += spent() - start
	return t.look(path, filled, flat, values)
}

// spent is the processor time of this process and of the children that ended.
func spent() time.Duration {
	var all time.Duration
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var u syscall.Rusage
		if err := syscall.Getrusage(who, &u); err == nil {
			all += time.Duration(u.Utime.Nano() + u.Stime.Nano())
		}
	}
	return all
}

// apply edits a file.
func apply(env op.Env, from, to string, r api.EditRequest) error {
	f, err := os.Open(from)
	if err != nil {
		return err
	}
	info, err := f.Stat()
	if err != nil {
		return err
	}
	var out bytes.Buffer
	source := &op.Source{Name: filepath.Base(from), Size: info.Size(), Data: f, Closer: f}
	if _, err := edit.Local(context.Background(), env, source, r, &out); err != nil {
		return err
	}
	return os.WriteFile(to, out.Bytes(), 0o600)
}
