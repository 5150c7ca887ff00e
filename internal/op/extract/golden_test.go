package extract

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the wanted outputs under testdata")

// TestUpdateIsOff keeps a run that rewrites what it compares with from passing as a test.
func TestUpdateIsOff(t *testing.T) {
	if *update {
		t.Error("wanted outputs were rewritten; look at the difference and run again without -update")
	}
}

// TestGolden compares a whole answer, byte for byte but for its indents, with what is wanted.
func TestGolden(t *testing.T) {
	b := newBench(t)
	b.Files["svc://order.txt"] = "Order\n\nname: Müller & Söhne <KG>\n\ntotal: 12.50\n"
	b.Files["svc://lines.csv"] = "item,sum\npen,1.20\nink,\n"
	_, raw, err := b.Run(operation(b.fake.find), requestSchema, body(`["svc://order.txt","svc://lines.csv"]`, orderSchema, citations))
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	if err := json.Indent(&got, raw, "", " "); err != nil {
		t.Fatal(err)
	}
	got.WriteByte('\n')
	const path = "testdata/cited.json"
	if *update {
		if err := os.WriteFile(path, got.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Error(diff)
	}
}
