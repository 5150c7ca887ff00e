package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// written puts files into a folder and returns their paths.
func written(t *testing.T, files ...string) []string {
	t.Helper()
	dir := t.TempDir()
	var paths []string
	for i := 0; i+1 < len(files); i += 2 {
		path := filepath.Join(dir, files[i])
		if err := os.WriteFile(path, []byte(files[i+1]), 0o600); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	return paths
}

func TestExtract(t *testing.T) {
	config := settings(t)
	files := written(t,
		"order.txt", "Order\n\nOrder number: A-1017\n\nTotal amount: 119.55\n",
		"lines.csv", "Article,Price\nPencil,0.45\nRed\x1b eraser,1.15\n",
		"schema.json", `{"type":"object","required":["phone"],"properties":{"order_number":{"type":"string"},"total_amount":{"type":"number"},"phone":{"type":"string"},
			"lines":{"type":"array","items":{"type":"object","properties":{"article":{"type":"string"},"price":{"type":"number"}}}}}}`,
		"broken.json", `{"type":"object",`, "array.json", `{"type":"array"}`)
	order, lines, wanted := files[0], files[1], files[2]
	out, code := octavo(config, "extract", order, "--schema", wanted)
	if want := "{\n  \"order_number\": \"A-1017\",\n  \"total_amount\": 119.55,\n  \"phone\": null\n}\n"; out != want || code != 0 {
		t.Errorf("%d %s", code, out)
	}
	out, code = octavo(config, "extract", order, lines, "--together", "--schema", wanted, "--format", "table")
	if want := "order_number  A-1017\ntotal_amount  119.55\nphone         -\n\nlines\narticle     price\nPencil      0.45\nRed eraser  1.15\n"; out != want || code != 0 {
		t.Errorf("%d %s", code, out)
	}
	out, code = octavo(config, "extract", order, "--schema", wanted, "--citations")
	if code != 0 || !strings.Contains(out, `"parentBlock"`) || !strings.Contains(out, `"value": 119.55`) {
		t.Errorf("%d %s", code, out)
	}
	out, code = octavo(config, "extract", order, lines, "--together", "--schema", wanted, "--citations", "--format", "table")
	if code != 0 || !strings.Contains(out, "A-1017  (order.txt, page 1, ") || !strings.Contains(out, "Pencil (lines.csv, page 1, ") {
		t.Errorf("%d %s", code, out)
	}
	for _, wrong := range [][]string{{"--schema", files[3]}, {"--schema", files[4]}, {"--pages", "7"}, {"--format", "xml"}} {
		if out, code := octavo(config, append([]string{"extract", order}, wrong...)...); code == 0 {
			t.Errorf("%v exits 0: %s", wrong, out)
		}
	}
}
