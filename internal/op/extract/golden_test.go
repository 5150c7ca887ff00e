package extract

import (
	"flag"
	"testing"

	"github.com/octavo-dev/octavo/internal/op/optest"
)

var update = flag.Bool("update", false, "rewrite the wanted outputs under testdata")

// TestUpdateIsOff keeps a run that rewrites what it compares with from passing as a test.
func TestUpdateIsOff(t *testing.T) {
	if *update {
		t.Error("wanted outputs were rewritten; look at the difference and run again without -update")
	}
}

// TestGolden compares a whole answer with what is wanted.
func TestGolden(t *testing.T) {
	b := newBench(t)
	b.Files["svc://order.txt"] = "Order\n\nname: Müller & Söhne <KG>\n\ntotal: 12.50\n"
	b.Files["svc://lines.csv"] = "item,sum\npen,1.20\nink,\n"
	_, raw, err := b.Run(operation(b.fake.find), requestSchema, body(`["svc://order.txt","svc://lines.csv"]`, orderSchema, citations))
	if err != nil {
		t.Fatal(err)
	}
	optest.Golden(t, "testdata/cited.json", raw, *update)
}
