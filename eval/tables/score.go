package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"github.com/octavo-dev/octavo/eval/page"
)

// scorer is the module that compares tables; MDSCORE names another folder, or the program itself.
const scorer = "../shared/tools/mdscore"

// score writes <name>.md with nothing but tables for each file, and the truth of the same files beside it; then it
// prints the documents from the worst to the best, and their mean.
func score(truth, folder string, paths []string, tables func(path string) (string, error)) error {
	wanted := filepath.Join(folder, "truth")
	if err := os.MkdirAll(wanted, 0o755); err != nil {
		return err
	}
	for _, path := range paths {
		out, err := tables(path)
		if err != nil {
			fmt.Fprintln(os.Stderr, path, err)
		}
		if err := os.WriteFile(filepath.Join(folder, page.Name(path)+".md"), []byte(out), 0o644); err != nil {
			return err
		}
		data, err := os.ReadFile(filepath.Join(truth, page.Name(path)+".md"))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(wanted, page.Name(path)+".md"), data, 0o644); err != nil {
			return err
		}
	}
	return compare(wanted, folder)
}

func compare(truth, folder string) error {
	list := filepath.Join(folder, "scores.json")
	tool := []string{"go", "run", "-C", scorer, "."}
	if own := os.Getenv("MDSCORE"); own != "" {
		tool = []string{own}
	}
	absolute := make([]string, 3)
	for i, p := range []string{truth, folder, list} {
		full, err := filepath.Abs(p)
		if err != nil {
			return err
		}
		absolute[i] = full
	}
	cmd := exec.Command(tool[0], append(tool[1:], "md", "-gt", absolute[0], "-pred", absolute[1], "-json", absolute[2])...)
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("score %s: %w", folder, err)
	}
	data, err := os.ReadFile(list)
	if err != nil {
		return err
	}
	type document struct {
		TEDS  *float64 `json:"teds"`
		Shape *float64 `json:"teds_s"`
	}
	var all map[string]document
	if err := json.Unmarshal(data, &all); err != nil {
		return fmt.Errorf("read %s: %w", list, err)
	}
	names := make([]string, 0, len(all))
	teds, shape := 0.0, 0.0
	for id, d := range all {
		if d.TEDS != nil {
			names = append(names, id)
			teds += *d.TEDS
			shape += *d.Shape
		}
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(*all[a].TEDS, *all[b].TEDS), cmp.Compare(a, b)) })
	for _, id := range names {
		fmt.Printf("%.4f %.4f %s\n", *all[id].TEDS, *all[id].Shape, id)
	}
	n := float64(max(1, len(names)))
	fmt.Printf("%.4f %.4f mean TEDS, and without words, of %d documents\n", teds/n, shape/n, len(names))
	return nil
}
