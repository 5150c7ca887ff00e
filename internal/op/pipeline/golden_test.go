package pipeline_test

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
	b := optest.New(t)
	files(b)
	o := oracle()
	o.Says["values"] = `{"number":{"value":"B-03","block":1}}`
	o.On(b)
	b.Pipeline = `{"name":"n","parse":{},"split":{` + sections + `},"extract":{"instructions":{"schema":` + schema + `}}}`
	_, raw, err := b.Run(operation, requestSchema, body(`["svc://a.txt","svc://b.txt"]`))
	if err != nil {
		t.Fatal(err)
	}
	optest.Golden(t, "testdata/all.json", raw, *update)
}
