package classify

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/octavo-dev/octavo/internal/op/optest"
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
	b := optest.New(t)
	b.Files["svc://a.txt"] = "Employment contract\n\nThis agreement is entered into by and between the employer and the employee.\n\n1. The employee receives a base salary of 4,000 EUR.\n\n2. Either party may terminate the employment with notice.\n"
	_, raw, err := b.Run(Operation, requestSchema, `{"input":"svc://a.txt","category_groups":{"staff":["employment contract","payslip"]},"classification_schema":[
		{"category":"payslip","criteria":["Shows gross and net pay","Names a pay period"]},
		{"category":"employment contract","criteria":["Is an agreement between an employer & an employee","Fixes a salary"]},
		{"category":"other","criteria":[]}]}`)
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	if err := json.Indent(&got, raw, "", " "); err != nil {
		t.Fatal(err)
	}
	got.WriteByte('\n')
	const path = "testdata/contract.json"
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
