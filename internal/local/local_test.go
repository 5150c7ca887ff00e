package local_test

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/guard"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/local"
	"github.com/octavo-dev/octavo/internal/ooxml/ooxmltest"
	"github.com/octavo-dev/octavo/internal/op"
	"github.com/octavo-dev/octavo/internal/op/edit"
	"github.com/octavo-dev/octavo/internal/op/parse"
	"github.com/octavo-dev/octavo/internal/reader"
)

// web answers every URL with its last part.
type web struct{}

func (web) Fetch(_ context.Context, rawURL string, _ guard.FetchOptions) (*guard.Response, error) {
	if strings.Contains(rawURL, "private") {
		return nil, fault.New(fault.URLNotAllowed, "")
	}
	name := rawURL[strings.LastIndex(rawURL, "/")+1:]
	return &guard.Response{Body: io.NopCloser(strings.NewReader("# " + name)), Filename: name, Size: -1}, nil
}

func runner(limits op.Limits) *local.Runner {
	return local.New(op.Env{Site: op.Site{Limits: limits, DefaultModel: "legacy"}, Reader: &reader.Reader{}}, web{}, time.Second, 2)
}

func written(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func request(t *testing.T, inputs ...string) []byte {
	t.Helper()
	body, err := json.Marshal(map[string]any{"input": inputs})
	if err != nil {
		t.Fatal(err)
	}
	return body
}

func TestParse(t *testing.T) {
	file := local.File(written(t, "a.md", "# Title"))
	var mu sync.Mutex
	var last local.Progress
	a, err := runner(op.DefaultLimits).Run(t.Context(), local.Job{
		Operation: parse.Operation, Schema: "ParseRequest", Request: request(t, file, "https://example.com/b.md"),
		Report: func(p local.Progress) { mu.Lock(); defer mu.Unlock(); last = p },
	})
	if err != nil {
		t.Fatal(err)
	}
	var response struct{ Result api.FullResult }
	if err := json.Unmarshal(a.Body, &response); err != nil {
		t.Fatal(err)
	}
	if c := response.Result.Chunks; len(c) != 1 || c[0].Content != "# Title\n\n# b.md" {
		t.Errorf("%+v", c)
	}
	if a.Pages != 2 || a.Read[file] != 1 || last.Pages != 2 || len(a.Parsed) != 2 {
		t.Errorf("%d pages, read %v, told %+v, %d parsed", a.Pages, a.Read, last, len(a.Parsed))
	}
}

// A pipe can be read only once, and documents are opened more often.
func TestPipe(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		_, _ = w.WriteString("# From a pipe")
		_ = w.Close()
	}()
	defer r.Close()
	a, err := runner(op.DefaultLimits).Run(t.Context(), local.Job{
		Operation: parse.Operation, Schema: "ParseRequest", Request: request(t, local.File(filepath.Join("/dev/fd", name(r)))),
	})
	if err != nil || !strings.Contains(string(a.Body), "From a pipe") {
		t.Errorf("%v", err)
	}
}

func name(f *os.File) string {
	b, _ := json.Marshal(f.Fd())
	return string(b)
}

func TestRefusals(t *testing.T) {
	short := op.DefaultLimits
	short.DocumentBytes = 3
	long := written(t, "long.txt", "more than three")
	for _, c := range []struct {
		name   string
		limits op.Limits
		input  string
		want   fault.Name
	}{
		{"Missing", op.DefaultLimits, local.File("/nowhere/a.txt"), fault.InvalidConfig},
		{"UnknownForm", op.DefaultLimits, "a.txt", fault.InvalidConfig},
		{"EarlierJob", op.DefaultLimits, "jobid://0197c5e2-8d6f-7c3a-9e56-0d1f2a3b4c5d", fault.NotFound},
		{"Bucket", op.DefaultLimits, "s3://bucket/key", fault.InvalidConfig},
		{"Address", op.DefaultLimits, "http://private/a.txt", fault.URLNotAllowed},
		{"TooLarge", short, local.File(long), fault.DocumentTooLarge},
		{"Empty", op.DefaultLimits, local.File(written(t, "empty.txt", "")), fault.DocumentEmpty},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := runner(c.limits).Run(t.Context(), local.Job{Operation: parse.Operation, Schema: "ParseRequest", Request: request(t, c.input)})
			if !fault.Is(err, c.want) {
				t.Errorf("%v, want %s", err, c.want)
			}
		})
	}
	if _, err := runner(op.DefaultLimits).Run(t.Context(), local.Job{Operation: parse.Operation, Schema: "ParseRequest", Request: []byte(`{"input":7}`)}); err == nil {
		t.Error("a request of the wrong form is taken")
	}
}

func TestEdit(t *testing.T) {
	const main = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
	path := written(t, "letter.docx", ooxmltest.Parts{
		"[Content_Types].xml": ooxmltest.Types("word/document.xml", main),
		"_rels/.rels":         ooxmltest.Relations("r1", "officeDocument", "word/document.xml"),
		"word/document.xml": ooxmltest.Head + `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">` +
			`<w:body><w:p><w:r><w:t>Dear Anna</w:t></w:r></w:p></w:body></w:document>`,
	}.Zip(t))
	body, err := json.Marshal(map[string]any{"document_url": local.File(path), "edit_instructions": `Replace "Anna" with "Bea".`})
	if err != nil {
		t.Fatal(err)
	}
	a, err := runner(op.DefaultLimits).Run(t.Context(), local.Job{Operation: edit.Operation, Schema: "EditConfig", Request: body})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Document.Close()
	if a.Document.Name != "letter-edited.docx" || a.Document.Size == 0 {
		t.Errorf("%+v", a.Document)
	}
	if _, err := a.Document.Data.ReadAt(make([]byte, 4), 0); err != nil {
		t.Errorf("the edited document is closed: %v", err)
	}
}

// fanned reads nothing: it cuts its work into parts and joins what they leave.
func fanned(broken bool) op.Operation {
	return op.Operation{
		Name: "parse", Plan: parse.Operation.Plan,
		Run: func(ctx context.Context, env op.Env, task job.Task) (job.Outcome, error) {
			switch task.Stage {
			case "read":
				return job.Outcome{Fan: &job.Fan{Parts: []string{"a", "b", "c", "d", "e"}, Stage: "part", Then: job.Stage{Name: "join"}}}, nil
			case "part":
				if broken && task.Part == 3 {
					return job.Outcome{}, fault.New(fault.DocumentCorrupt, "")
				}
				stored, err := env.Artifacts.Add(ctx, task, op.Artifact{Kind: op.KindPart, Name: task.Payload, Body: strings.NewReader(strings.ToUpper(task.Payload))})
				return job.Outcome{Part: &stored.ID}, err
			}
			outputs, err := env.Parts(ctx, task)
			if err != nil {
				return job.Outcome{}, err
			}
			var all []byte
			for _, id := range outputs {
				r, err := env.Artifacts.Open(ctx, task, id)
				if err != nil {
					return job.Outcome{}, err
				}
				b, err := io.ReadAll(r)
				if err != nil {
					return job.Outcome{}, err
				}
				all = append(all, b...)
			}
			return job.Outcome{Result: &job.Result{Body: all}}, nil
		},
	}
}

func TestPartsAreJoinedInOrder(t *testing.T) {
	run := func(o op.Operation) (*local.Answer, error) {
		return runner(op.DefaultLimits).Run(t.Context(), local.Job{Operation: o, Schema: "ParseRequest", Request: request(t, local.File("x"))})
	}
	if a, err := run(fanned(false)); err != nil || string(a.Body) != "ABCDE" {
		t.Errorf("%v %v", a, err)
	}
	if _, err := run(fanned(true)); !fault.Is(err, fault.DocumentCorrupt) {
		t.Error(err)
	}
}

func TestStops(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	_, err := runner(op.DefaultLimits).Run(ctx, local.Job{Operation: parse.Operation, Schema: "ParseRequest", Request: request(t, local.File("x"))})
	if err == nil || !strings.Contains(err.Error(), "canceled") {
		t.Error(err)
	}
}
