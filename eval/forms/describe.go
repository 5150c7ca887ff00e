package main

import (
	"fmt"

	"github.com/octavo-dev/octavo/eval/page"
	"github.com/octavo-dev/octavo/internal/edit/blank"
	"github.com/octavo-dev/octavo/internal/layout"
)

// describe prints what the fields of fillable forms are called, and how often that is what their files say of them.
func describe(folder string) error {
	paths, lib, err := files(folder)
	if err != nil {
		return err
	}
	var agree share
	for _, path := range paths {
		var all []blank.Words
		err := page.EachOf(lib, path, func(p page.Page) error {
			_, known := flattened(p)
			fields := make([]blank.Field, len(known))
			for i := range known {
				fields[i] = blank.Field{Box: known[i].box(), Kind: kindOf(known[i].Type)}
			}
			words := blank.Describe(blank.Of(p.Page, layout.Read(p.Page), blank.Seen{}), fields)
			for i := range known {
				if known[i].Label != "" {
					agree.add(says(words[i], known[i].Label))
				}
			}
			all = append(all, words...)
			return nil
		})
		if err != nil {
			return err
		}
		fmt.Println(page.Name(path))
		for _, name := range blank.Names(all) {
			fmt.Println("  " + name)
		}
	}
	fmt.Printf("\nprinted words that agree with what the files say: %s\n", agree)
	return nil
}
