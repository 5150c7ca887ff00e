package main

import (
	"strings"
	"testing"
)

func TestClassify(t *testing.T) {
	config := settings(t)
	files := written(t,
		"letter.txt", "Dear Mrs. Meier,\n\nthank you for your kind invitation. We will be glad to come on Friday.\n\nSincerely yours,\nAnna Schulze\n",
		"categories.json", `[{"category":"invoice","criteria":["Has an invoice number"]},{"category":"letter","criteria":["Has a salutation"]}]`,
		"broken.json", `{}`, "twice.json", `[{"category":"a","criteria":[]},{"category":"a","criteria":[]}]`)
	letter := files[0]
	out, code := octavo(config, "classify", letter, "--schema", files[1])
	if code != 0 || !strings.HasPrefix(out, "{\n  \"result\": {\n    \"category\": \"letter\"\n  },") || !strings.Contains(out, `"confidence": "high"`) {
		t.Errorf("%d %s", code, out)
	}
	out, code = octavo(config, "classify", letter, "--category", "bill=Has an amount due; Has a number", "--category", "letter=Has a salutation", "--format", "table")
	if code != 0 || strings.Count(out, "\n") != 5 || !strings.Contains(out, "\n* letter ") || !strings.Contains(out, "greeting") {
		t.Errorf("%d %s", code, out)
	}
	for _, wrong := range [][]string{nil, {"--schema", files[2]}, {"--schema", files[3]}, {"--pages", "7", "--category", "a"}, {"--category", "a", "--category", "a=b"}} {
		if out, code := octavo(config, append([]string{"classify", letter}, wrong...)...); code == 0 {
			t.Errorf("%v exits 0: %s", wrong, out)
		}
	}
}
