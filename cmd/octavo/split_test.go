package main

import (
	"strings"
	"testing"
)

func TestSplit(t *testing.T) {
	config := settings(t)
	files := written(t,
		"a.txt", "Invoice\n\nInvoice number: 4711-2\n\nTotal due 12.50\n", "b.txt", "Letter\n\nDear Madam, I write this letter about the weather.\n",
		"c.txt", "Invoice\n\nInvoice number: 4711-3\n\nTotal due 13.50\n",
		"sections.json", `[{"name":"Bills","description":"Invoices for goods","partition_key":"invoice number"},{"name":"Letters","description":"Letters between people"}]`,
		"broken.json", `{"name":"x"}`)
	all := append([]string{"split", "--together"}, files[:3]...)
	out, code := octavo(config, append(all, "--schema", files[3], "--format", "table")...)
	if want := "Bills     1, 3\n- 4711-2  1\n- 4711-3  3\nLetters   2\n"; out != want || code != 0 {
		t.Errorf("%d %s", code, out)
	}
	out, code = octavo(config, append(all, "--section", "Invoices=Invoices for goods, paid or not", "--section", "Letters=Letters between people", "--pages", "1")...)
	if code != 0 || !strings.Contains(out, `"section_mapping"`) || !strings.Contains(out, `"conf"`) {
		t.Errorf("%d %s", code, out)
	}
	out, code = octavo(config, append(all, "--section", "Letters=Letters between people", "--deep", "--alone")...)
	if code != 0 || !strings.Contains(out, `"evidence": "Letter"`) || !strings.Contains(out, `"page_number": 3`) {
		t.Errorf("%d %s", code, out)
	}
	for _, wrong := range [][]string{{}, {"--schema", files[4]}, {"--section", "=nothing"}, {"--section", "a=x", "--section", " a =y"}, {"--section", "a=x", "--format", "xml"}} {
		if out, code := octavo(config, append(all, wrong...)...); code == 0 {
			t.Errorf("%v exits 0: %s", wrong, out)
		}
	}
}
