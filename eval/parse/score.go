package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
)

// marks are the scores of one engine; those of a page lack what it has not.
type marks struct {
	Overall, NID, TEDS, MHS float64
	NIDS                    float64 `json:"nid_s"`
	MHSS                    float64 `json:"mhs_s"`
}

// score prints ours beside the peers'. Peers are scored on all pages, so they are left out of a part.
func score(o options, names []string) error {
	truth := filepath.Join(o.data, "truth")
	if o.half != "" || o.only != "" {
		folder, err := part(truth, names)
		if err != nil {
			return err
		}
		defer os.RemoveAll(folder)
		truth = folder
	}
	mean := filepath.Join(o.out, "means.json")
	abs, err := filepath.Abs(o.out)
	if err != nil {
		return err
	}
	where, err := filepath.Abs(truth)
	if err != nil {
		return err
	}
	cmd := exec.Command("go", "run", "-C", o.scorer, ".", "md", "-gt", where, "-pred", abs, "-mean", filepath.Join(abs, "means.json"), "-json", filepath.Join(abs, "pages.json"))
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("score: %w", err)
	}
	var ours marks
	if err := load(mean, &ours); err != nil {
		return err
	}
	all := map[string]marks{}
	if o.half == "" && o.only == "" {
		if err := load(filepath.Join(o.data, "peers.json"), &all); err != nil {
			return err
		}
	}
	all["octavo"] = ours
	engines := make([]string, 0, len(all))
	for name := range all {
		engines = append(engines, name)
	}
	slices.SortFunc(engines, func(a, b string) int {
		return cmp.Or(cmp.Compare(all[b].Overall, all[a].Overall), cmp.Compare(a, b))
	})
	fmt.Printf("%-28s %8s %8s %8s %8s %8s %8s\n", "", "overall", "NID", "TEDS", "MHS", "NID-s", "MHS-s")
	for _, name := range engines {
		m := all[name]
		fmt.Printf("%-28s %8.4f %8.4f %8.4f %8.4f %8.4f %8.4f\n", name, m.Overall, m.NID, m.TEDS, m.MHS, m.NIDS, m.MHSS)
	}
	return nil
}

// part is a folder with the truth of some pages.
func part(truth string, names []string) (string, error) {
	folder, err := os.MkdirTemp("", "octavo-truth-")
	if err != nil {
		return "", err
	}
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join(truth, name+".md"))
		if err != nil {
			return folder, err
		}
		if err := os.WriteFile(filepath.Join(folder, name+".md"), data, 0o600); err != nil {
			return folder, err
		}
	}
	return folder, nil
}

func load(path string, to any) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, to); err != nil {
		return fmt.Errorf("read %s: %w", path, err)
	}
	return nil
}
