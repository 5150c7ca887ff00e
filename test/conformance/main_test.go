// Package conformance holds `octavo serve` over https to what the end-to-end tests of published client libraries assert.
package conformance

import (
	"testing"

	"github.com/octavo-dev/octavo/internal/testenv"
)

func TestMain(m *testing.M) { testenv.Main(m) }

// prefix is what the client libraries expect file ids to begin with; it is not the service's own.
const prefix = "reducto"

// A row is one line of the checklist. Rows that speak of what an earlier one made ask for it and do not rely on order.
var rows = []struct {
	name  string
	check func(*visit)
}{
	{"row 01 sync parse of one page", parseOnePage},
	{"row 02 sync parse with every enhancement", parseWithEverything},
	{"row 03 the URL of a parse", parseURL},
	{"row 04 async submits", submitAll},
	{"row 05 polling", pollAll},
	{"row 06 sync extract of one field", extractOneField},
	{"row 07 sync extract by URL with citations", extractByURL},
	{"row 08 sync split", split},
	{"row 09 classify", classify},
	{"row 10 edit with a watermark", watermark},
	{"row 11 pipeline of an unknown id", unknownPipeline},
	{"row 12 upload without a file", reserve},
	{"row 13 upload of a minimal file", uploadMinimal},
	{"row 14 delete an upload by its whole id", deleteUpload},
	{"row 15 async parse of a missing URL", missingURL},
	{"row 16 delete a completed job", deleteJob},
	{"row 17 cancel", cancelJob},
	{"row 18 list of jobs", listJobs},
	{"row 19 bogus job id", bogusJob},
	{"row 20 version and webhook portal", versionAndPortal},
	{"row 21 unknown path", unknownPath},
	{"row 22 wrong key", wrongKey},
	{"row 23 webhook signature", webhookSignature},
	{"row 24 client transport", transport},
	{"row 25 parse body of the second version", formerParse},
}

func TestChecklist(t *testing.T) {
	host, secure := newHost(t), newCertificate(t)
	s := testenv.Serve(t, secure.settings())
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			row.check(&visit{T: t, caller: newCaller(t, s.URL, secure), host: host, secure: secure})
		})
	}
}
