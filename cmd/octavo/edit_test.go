package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
)

func TestEdit(t *testing.T) {
	config := settings(t)
	f := &pdfgen.File{}
	f.AddPage(pdfgen.Page{Content: "BT /F1 12 Tf 72 700 Td (Dear Anna,) Tj ET"})
	files := written(t, "letter.pdf", string(f.Bytes()), "wrong.json", `[{"type":"text"}]`,
		"field.json", `[{"bbox":{"left":0.1,"top":0.2,"width":0.3,"height":0.03,"page":1},"description":"Name","type":"text","value":"Ada"}]`)
	letter, wrong, field := files[0], files[1], files[2]
	made := filepath.Join(filepath.Dir(letter), "letter-edited.pdf")
	if out, code := octavo(config, "edit", letter, `Replace "Anna" with "Bea". Stamp "COPY"`); code != 0 || out != made+"\n" {
		t.Fatalf("%d %s", code, out)
	}
	if out, code := octavo(config, "parse", made); code != 0 || !strings.Contains(out, "Bea") || !strings.Contains(out, "COPY") || strings.Contains(out, "Anna") {
		t.Errorf("%d %s", code, out)
	}
	other := filepath.Join(t.TempDir(), "other.pdf")
	out, code := octavo(config, "edit", letter, "--schema", field, "-o", other, "--json")
	var answer api.EditResponse
	if err := json.Unmarshal([]byte(out), &answer); err != nil || code != 0 || len(answer.FormSchema) != 1 || *answer.FormSchema[0].Value != "Ada" || answer.DocumentURL != other {
		t.Errorf("%d %v %s", code, err, out)
	}
	for _, args := range [][]string{{letter, "Do magic"}, {letter, "--schema", wrong}, {letter, "stamp X", "--color", "red"}} {
		if out, code := octavo(config, append([]string{"edit"}, args...)...); code == 0 {
			t.Errorf("%v exits 0: %s", args, out)
		}
	}
	left, err := os.ReadDir(filepath.Dir(letter))
	if err != nil || len(left) != 4 {
		t.Errorf("files left behind: %v, %v", left, err)
	}
}
