package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/op"
)

// placed fills every blank of flat forms that the set knows and counts the values that are seen inside of their boxes.
func placed(env op.Env, dir, folder string) error {
	paths, err := filepath.Glob(filepath.Join(folder, "*.pdf"))
	if err != nil {
		return err
	}
	texts, seenTexts, marks, seenMarks := 0, 0, 0, 0
	for _, path := range paths {
		raw, err := os.ReadFile(strings.TrimSuffix(path, ".pdf") + ".blanks.json")
		if err != nil {
			return err
		}
		var blanks []truth
		if err := json.Unmarshal(raw, &blanks); err != nil {
			return err
		}
		request := api.EditRequest{EditOptions: api.EditOptions{Color: "#000000", Flatten: true}}
		values := make([]value, len(blanks))
		for i, b := range blanks {
			text := fmt.Sprintf("Q%d", i)
			w := api.EditWidget{BBox: api.BoundingBox{Left: b.BBox[0], Top: b.BBox[1], Width: b.BBox[2], Height: b.BBox[3], Page: b.Page}, Description: b.Label, Type: api.WidgetText, Fill: true}
			if b.Type == "checkbox" || b.Type == "radio" {
				w.Type, text = api.WidgetCheckbox, "x"
			}
			w.Value = &text
			request.FormSchema = append(request.FormSchema, w)
			values[i] = value{Type: b.Type, Value: text}
			values[i].Widgets = append(values[i].Widgets, struct {
				Page int
				BBox [4]float64
				On   string
			}{b.Page, b.BBox, ""})
		}
		out := filepath.Join(dir, "placed.pdf")
		if err := apply(env, path, out, request); err != nil {
			return fmt.Errorf("%s: %w", filepath.Base(path), err)
		}
		words, err := wordsOf(out)
		if err != nil {
			return err
		}
		before, err := pictures(path)
		if err != nil {
			return err
		}
		after, err := pictures(out)
		if err != nil {
			return err
		}
		for i := range values {
			if v := &values[i]; v.Type == "checkbox" || v.Type == "radio" {
				marks++
				if inked(before, after, v) {
					seenMarks++
				}
			} else {
				texts++
				if seen(words, v) {
					seenTexts++
				}
			}
		}
		if n := outside(before, after, values); n > 0 {
			fmt.Printf("%s: %d pixels changed outside of the boxes\n", filepath.Base(path), n)
		}
	}
	fmt.Printf("flat forms: %d of %d texts and %d of %d marks seen inside of their boxes\n", seenTexts, texts, seenMarks, marks)
	return nil
}
