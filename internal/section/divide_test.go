package section

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/doc"
)

func TestDivide(t *testing.T) {
	shared := "# Summary\nThe year was good for sheep and shepherds.\n" + plainText + "\n" + plainText + "\n" + plainText + "\n# Letters\n" + letterText
	for _, c := range []struct {
		name  string
		pages []string
		wants []Want
		o     Options
		want  string
	}{
		{"Kinds", []string{
			"# Invoice\n" + invoiceText, "# Agreement\n" + contractText + "\n_Page 1 of 2", contractText + "\n_Page 2 of 2", "# Letter\n" + letterText, "# Invoice\n" + invoiceText,
		}, all, Options{}, "Invoices 1 5; Contracts 2 3; Letters 4"},
		{"WeakPageGoesWithItsNeighbours", []string{
			"# Agreement\n" + contractText + "\n_Page 1 of 3", plainText + "\n_Page 2 of 3", contractText + "\n_Page 3 of 3", "# Letter\n" + letterText + "\n_Page 1 of 1",
		}, all, Options{Overlap: true}, "Invoices; Contracts 1 2 3; Letters 4"},
		{"PageOfAnotherKindInside", []string{
			"# Agreement\n" + contractText + "\n_Page 1 of 3", contractText + "\nThe supplier sends an invoice for goods.\n_Page 2 of 3", contractText + "\n_Page 3 of 3",
		}, all, Options{Overlap: true}, "Invoices; Contracts 1 2 3; Letters"},
		{"BlankPages", []string{
			"# Agreement\n" + contractText, "", contractText, "@400x300\n# Letter\n" + letterText,
		}, all, Options{Overlap: true}, "Invoices; Contracts 1 2 3; Letters 4"},
		{"NothingMatched", []string{"# Letter\n" + letterText}, all, Options{}, "Invoices; Contracts; Letters 1"},
		{"SharedPage", []string{"# Summary\n" + plainText, shared, letterText}, []Want{{Name: "Summary", Description: "The summary of the year: sheep and shepherds, grass, rain, stones"}, mail},
			Options{Overlap: true}, "Summary 1 2; Letters 2 3"},
		{"NotShared", []string{"# Summary\n" + plainText, shared, letterText}, []Want{{Name: "Summary", Description: "The summary of the year: sheep and shepherds, grass, rain, stones"}, mail},
			Options{}, "Summary 1; Letters 2 3"},
		{"RuleForbidsSharing", []string{"# Summary\n" + plainText, shared, letterText}, []Want{{Name: "Summary", Description: "The summary of the year: sheep and shepherds, grass, rain, stones"}, mail},
			Options{Overlap: true, Rules: "Every page belongs to exactly one section."}, "Summary 1; Letters 2 3"},
		{"Rest", []string{"# Letter\n" + letterText, "@400x300\n# Meadow\n" + plainText}, []Want{mail, {Name: "Other", Description: "Everything else"}}, Options{}, "Letters 1; Other 2"},
		{"RestByRule", []string{"# Letter\n" + letterText, "@400x300\n# Meadow\n" + plainText}, []Want{mail, {Name: "Other"}}, Options{Rules: "Pages that do not fit go to Other."}, "Letters 1; Other 2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := told(divided(t, written(c.pages...), c.wants, c.o))
			if got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

// What stands in the rows behind the first is not looked at.
func TestTablesAreCut(t *testing.T) {
	d := written("# List\n| a\n| b\n| c\n| d\n| e\n| Letter to a customer, dear Sir", "@400x300\n# Letter\n"+letterText)
	for rows, want := range map[int]string{0: "Letters 1 2", 6: "Letters 1 2", 5: "Letters 2"} {
		if got := told(divided(t, d, []Want{mail}, Options{Rows: rows, Overlap: true})); got != want {
			t.Errorf("%d rows: %s", rows, got)
		}
	}
	if d.Blocks[1].Table.Rows != 6 || len(d.Pages[0].Words) != 1+5+6 {
		t.Error("the document itself was changed")
	}
}

func TestPartitions(t *testing.T) {
	first := func(number string) string { return "# Invoice\nInvoice number: " + number + "\n" + invoiceText }
	for _, c := range []struct {
		name  string
		pages []string
		want  string
	}{
		{"FirstPagesOnly", []string{first("A-1017") + "\n_Page 1 of 2", invoiceText + "\n_Page 2 of 2", first("A-1018") + "\n_Page 1 of 1"}, "Invoices 1 2 3 [A-1017: 1 2, A-1018: 3]"},
		{"EveryPage", []string{first("A-1017"), first("A-1017"), first("A-1018")}, "Invoices 1 2 3 [A-1017: 1 2, A-1018: 3]"},
		{"ComesBack", []string{first("A-1017") + "\n_Page 1 of 1", first("A-1018") + "\n_Page 1 of 1", first("A-1017") + "\n_Page 1 of 1"}, "Invoices 1 2 3 [A-1017: 1 3, A-1018: 2]"},
		{"WithoutGoesWithWhatIsBefore", []string{first("A-1017") + "\n_Page 1 of 1", "# Invoice\n" + invoiceText + "\n_Page 1 of 1"}, "Invoices 1 2 [A-1017: 1 2]"},
		{"WithoutStandsFirst", []string{"# Invoice\n" + invoiceText + "\n_Page 1 of 1", first("A-1017") + "\n_Page 1 of 1"}, "Invoices 1 2 [unknown: 1, A-1017: 2]"},
		{"NoneAtAll", []string{"# Invoice\n" + invoiceText + "\n_Page 1 of 1", "# Invoice\n" + invoiceText + "\n_Page 1 of 1"}, "Invoices 1 2 [unknown: 1 2]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := told(divided(t, written(c.pages...), []Want{keyed(invoices, "invoice number")}, Options{})); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
	if got := told(divided(t, written("# Letter\n"+letterText), []Want{mail, keyed(invoices, "invoice number")}, Options{})); got != "Letters 1; Invoices []" {
		t.Error(got)
	}
}

func TestPartitionByPerson(t *testing.T) {
	resume := func(name string) string {
		return "# " + name + "\nWork experience\nEngineer at a factory for ten years.\nEducation\nSchool of engineering and other studies.\nSkills and languages"
	}
	want := keyed(Want{Name: "Resumes", Description: "Resumes of candidates"}, "name of the candidate")
	got := told(divided(t, written(resume("Anna Bergmann"), resume("Carl Davidson")), []Want{want}, Options{}))
	if got != "Resumes 1 2 [Anna Bergmann: 1, Carl Davidson: 2]" {
		t.Error(got)
	}
}

func TestListOfDocuments(t *testing.T) {
	docs := []*doc.Document{written("# Letter\n"+letterText, letterText), written(letterText)}
	found, err := Divide(t.Context(), docs, all, Options{Deep: true, Divide: true})
	if err != nil {
		t.Fatal(err)
	}
	if got := told(found); got != "Invoices; Contracts; Letters 1 2 3 [Letter: 1 2, Letters 2: 3]" {
		t.Error(got)
	}
}

func TestNothingToDivide(t *testing.T) {
	if got := told(divided(t, &doc.Document{Kind: doc.Paged}, []Want{keyed(invoices, "number"), mail}, Options{Deep: true})); got != "Invoices []; Letters" {
		t.Error(got)
	}
}

func TestDeepQuotesStandOnThePage(t *testing.T) {
	d := written("# Invoice\n"+invoiceText+"\n_Page 1 of 2", plainText+"\n_Page 2 of 2", "", "# Letter\n"+letterText)
	for _, s := range divided(t, d, all, Options{Deep: true, Overlap: true}) {
		for _, p := range s.Pages {
			lines := d.Pages[p.Number-1].Lines
			stands := false
			for _, l := range lines {
				stands = stands || strings.Contains(l.Text, p.Evidence)
			}
			if want := map[int]string{2: "goes on from page 1", 3: "blank page"}[p.Number]; p.Evidence != want && (want != "" || !stands || p.Evidence == "") {
				t.Errorf("page %d: %q", p.Number, p.Evidence)
			}
		}
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Divide(ctx, []*doc.Document{written("# Letter\n" + letterText)}, all, Options{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
