package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
)

// result is what a run found: figures only.
type result struct {
	Date    string         `json:"date"`
	Machine string         `json:"machine"`
	Load    []string       `json:"load"` // averages of a minute, when it began, when time was taken first, and when it ended
	Files   map[string]int `json:"files"`
	Pages   int            `json:"pages"` // of bench-pdfs
	Rounds  int            `json:"rounds"`
	Peers   []entry        `json:"peers"`
}

// entry is one row of the tables.
type entry struct {
	Name    string `json:"name"`
	Version string `json:"version,omitempty"`
	Gives   string `json:"gives,omitempty"`
	Quoted  bool   `json:"quoted,omitempty"` // not run: the scores come with the data sets
	Parse   *marks `json:"parse,omitempty"`
	ICDAR   *marks `json:"icdar,omitempty"`
	SciTSR  *marks `json:"scitsr,omitempty"`
	Speed   *speed `json:"speed,omitempty"`
}

// marks are scores as the scorer gives them.
type marks struct {
	Overall float64 `json:"overall"`
	NID     float64 `json:"nid"`
	TEDS    float64 `json:"teds"`
	TEDSS   float64 `json:"teds_s"`
	MHS     float64 `json:"mhs"`
	Missing int     `json:"missing"`
}

// speed is what reading costs.
type speed struct {
	CPU     float64 `json:"cpu_ms"` // a page
	Against float64 `json:"against_octavo"`
	Lowest  float64 `json:"lowest"` // of the rounds
	Highest float64 `json:"highest"`
	Size    float64 `json:"mib"`
	Words   int     `json:"words"`
	Missing int     `json:"missing"`
}

func load(path string) (*result, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var r result
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&r); err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	return &r, nil
}

func (r *result) save(path string) error {
	data, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(data, '\n'), 0o644)
}
