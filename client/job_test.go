package client

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := &answers{give: list(
			answer(200, `{"job_id":"j1"}`),
			answer(200, `{"status":"Pending","state":"InProgress","progress":0.5,"result":null,"num_pages":null}`),
			answer(200, `{"status":"Completed","state":"Completed","progress":1,"type":"Parse","result":`+parsed+`}`),
		)}
		var seen []float64
		j, err := a.client(t).Run(t.Context(), "parse", ParseRequest{Input: Document("svc://x"), Async: &Async{Metadata: 7}},
			func(j Job) { seen = append(seen, j.Progress) })
		if err != nil || j.ID != "j1" || j.Type != TypeParse || !slices.Equal(seen, []float64{0.5, 1}) {
			t.Errorf("%+v, %v, progress %v", j, err, seen)
		}
		var r ParseResponse
		if err := j.Decode(&r); err != nil || r.Result.Chunks[0].Content != "Hello" {
			t.Errorf("%+v, %v", r, err)
		}
		if a.sent[0] != `{"input":"svc://x","async":{"metadata":7}}` || a.seen[0].URL.Path != "/api/parse_async" {
			t.Errorf("sent %s to %s", a.sent[0], a.seen[0].URL)
		}
		if a.seen[1].URL.RequestURI() != "/api/job/j1?timeout=1.000" {
			t.Errorf("asked %s", a.seen[1].URL)
		}
		if a.at[2].Sub(a.at[1]) < time.Second {
			t.Error("a service that does not wait was asked again at once")
		}
	})
}

func TestFailedJob(t *testing.T) {
	a := &answers{give: list(answer(200, `{"status":"Failed","state":"Failed","reason":"it is broken",
		"error":{"code":415,"name":"DOCUMENT_CORRUPT","message":"it is broken","type":"pdf_handling_error","retriable":false,"job_id":"j1"}}`))}
	j, err := a.client(t).Wait(t.Context(), "j1", nil)
	failure, ok := errors.AsType[*Error](err)
	if !ok || failure.Name != "DOCUMENT_CORRUPT" || failure.Status != 415 || failure.JobID != "j1" || !j.Done() {
		t.Errorf("%+v, %v", j, err)
	}
	if err := j.Decode(&ParseResponse{}); !errors.Is(err, failure) {
		t.Errorf("decoding gives %v", err)
	}
}

func TestJobs(t *testing.T) {
	page := func(w http.ResponseWriter, r *http.Request) {
		switch cursor := r.URL.Query().Get("cursor"); cursor {
		case "":
			answer(200, `{"jobs":[{"job_id":"3"},{"job_id":"2"}],"next_cursor":"c2"}`)(w, r)
		case "c2":
			answer(200, `{"jobs":[{"job_id":"1"}],"next_cursor":null}`)(w, r)
		default:
			answer(422, `{}`)(w, r)
		}
	}
	a := &answers{give: list(page)}
	var ids []string
	f := Filter{Type: TypeParse, Status: Failed, From: time.Unix(1000, 0), PageSize: 2}
	for j, err := range a.client(t).Jobs(t.Context(), f) {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, j.ID)
	}
	if !slices.Equal(ids, []string{"3", "2", "1"}) {
		t.Errorf("walked %v", ids)
	}
	want := "cursor=c2&exclude_configs=true&from=1970-01-01T00%3A16%3A40Z&limit=2&status=Failed&type=Parse"
	if got := a.seen[1].URL.RawQuery; got != want {
		t.Errorf("asked %s, want %s", got, want)
	}
	for range a.client(t).Jobs(t.Context(), f) {
		break
	}
	if len(a.seen) != 3 {
		t.Error("a walk that ended went on")
	}
	a.give = list(answer(401, `{}`))
	errs := 0
	for _, err := range a.client(t).Jobs(t.Context(), f) {
		if errs++; err == nil {
			t.Error("a refusal gave a job")
		}
	}
	if errs != 1 {
		t.Errorf("%d errors", errs)
	}
}

// Results behind URLs arrive like those that stand in the answer.
func TestResultsBehindURLs(t *testing.T) {
	stored := `{"type":"url","url":"https://store.example/RESULT","result_id":"r1"}`
	serve := func(body string, behind string) *answers {
		return &answers{give: list(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Host == "store.example" {
				body = behind
			}
			answer(200, body)(w, r)
		})}
	}
	full := `{"type":"full","chunks":[{"content":"Hello"}],"ocr":null}`

	a := serve(`{"response_type":"parse","result":`+stored+`}`, full)
	parse, err := a.client(t).Parse(t.Context(), ParseRequest{})
	if err != nil || parse.Result.Chunks[0].Content != "Hello" || parse.Result.Type != "full" || parse.Result.ResultID != "r1" {
		t.Errorf("parse: %+v, %v", parse, err)
	}
	a = serve(`{"response_type":"v3_extract","result":`+stored+`}`, `[{"total":12.5}]`)
	extract, err := a.client(t).Extract(t.Context(), ExtractRequest{})
	var total struct{ Total float64 }
	if err != nil || extract.Decode(&total) != nil || total.Total != 12.5 {
		t.Errorf("extract: %s, %v", extract.Result, err)
	}
	a = serve(`{"response_type":"split","result":`+stored+`}`, `{"splits":[{"name":"a","pages":[{"page_number":2,"evidence":"e","confidence":"medium"}]}]}`)
	split, err := a.client(t).Split(t.Context(), SplitRequest{})
	if err != nil || split.Result.Splits[0].Pages[0] != (SplitPage{2, "e", Medium}) {
		t.Errorf("split: %+v, %v", split, err)
	}
	a = serve(`{"response_type":"classify","result":`+stored+`}`, `{"category":"invoice"}`)
	classify, err := a.client(t).Classify(t.Context(), ClassifyRequest{})
	if err != nil || classify.Result.Category != "invoice" {
		t.Errorf("classify: %+v, %v", classify, err)
	}
	a = serve(`{"response_type":"pipeline","result":{"parse":[{"response_type":"parse","result":`+stored+`}],"split":null,"edit":null,"extract":null}}`, full)
	pipeline, err := a.client(t).Pipeline(t.Context(), PipelineRequest{})
	if err != nil || pipeline.Result.Parse[0].Result.Chunks[0].Content != "Hello" {
		t.Errorf("pipeline: %+v, %v", pipeline, err)
	}
}

// A store that cannot be reached is no loss while the service can be.
func TestResultsOfTheServiceItself(t *testing.T) {
	a := &answers{give: list(
		answer(200, `{"response_type":"parse","result":{"type":"url","url":"https://store.example/r","result_id":"r1"}}`),
		nil,
		answer(200, `{"type":"full","chunks":[{"content":"Hello"}]}`),
	)}
	parse, err := a.client(t, WithRetries(0)).Parse(t.Context(), ParseRequest{})
	if err != nil || parse.Result.Chunks[0].Content != "Hello" || a.seen[2].URL.Path != "/api/results/r1" {
		t.Errorf("%+v, %v", parse, err)
	}
	a = &answers{give: append(a.give[:2:2], answer(403, `{}`))}
	if _, err := a.client(t, WithRetries(0)).Parse(t.Context(), ParseRequest{}); err == nil || !strings.Contains(err.Error(), "connection reset") {
		t.Errorf("error %v, want the first one", err)
	}
}

func TestAnswersOfEveryShape(t *testing.T) {
	a := &answers{give: list(answer(200, `{"response_type":"v3_extract","result":
		{"total":{"value":12.5,"citations":[{"type":"Table","content":"12,50","bbox":{"page":3},"confidence":"low","parentBlock":{"type":"Table"}}]}}}`))}
	r, err := a.client(t).Extract(t.Context(), ExtractRequest{Settings: ExtractSettings{Citations: Citations{Enabled: true}}})
	var cited struct{ Total Cited[float64] }
	if err != nil || r.Decode(&cited) != nil || cited.Total.Value != 12.5 || cited.Total.Citations[0].BBox.Page != 3 {
		t.Errorf("%+v, %v", cited, err)
	}
	a.give = list(answer(200, `{"result":{"section_mapping":{"a":[1,2]},"splits":[{"name":"a","pages":[1,2],"conf":"high","partitions":[{"name":"7","pages":[2],"conf":"low"}]}]}}`))
	split, err := a.client(t).Split(t.Context(), SplitRequest{})
	if err != nil || split.Result.Splits[0].Pages[1].PageNumber != 2 || split.Result.Splits[0].Partitions[0].Pages[0].PageNumber != 2 {
		t.Errorf("%+v, %v", split, err)
	}
	a.give = list(answer(200, `{"result":{"parse":{"response_type":"parse","job_id":"p"},
		"extract":[{"split_name":"a","page_range":[1],"partition":null,"result":{"response_type":"v3_extract","result":[{"n":1}]}}],"split":null}}`))
	pipeline, err := a.client(t).Pipeline(t.Context(), PipelineRequest{})
	if err != nil || len(pipeline.Result.Parse) != 1 || pipeline.Result.Extract[0].SplitName != "a" {
		t.Errorf("%+v, %v", pipeline, err)
	}
	a.give = list(answer(200, `{"result":{"parse":null,"extract":{"response_type":"v3_extract","job_id":"e"}}}`))
	pipeline, err = a.client(t).Pipeline(t.Context(), PipelineRequest{})
	if err != nil || len(pipeline.Result.Parse) != 0 || pipeline.Result.Extract[0].Result.JobID != "e" {
		t.Errorf("%+v, %v", pipeline, err)
	}
}

func TestRequests(t *testing.T) {
	off := false
	a := &answers{give: list(answer(200, `{}`))}
	c := a.client(t)
	c.Parse(t.Context(), ParseRequest{
		Input: Documents("svc://a"), Async: &Async{},
		ParseOptions: ParseOptions{
			Retrieval: Retrieval{Chunking: Chunking{Mode: ChunkPage}},
			Settings:  Settings{PageRange: PageNumbers(1, 3)},
			Enhance:   Enhance{SummarizeFigures: &off},
		},
	})
	c.Extract(t.Context(), ExtractRequest{Input: Parsed("j"), Settings: ExtractSettings{PageRange: Pages{Sheets: []string{"S"}}}})
	c.Edit(t.Context(), EditRequest{DocumentURL: "svc://a", Webhook: &Webhook{}})
	c.Classify(t.Context(), ClassifyRequest{Input: Document("u"), PageRange: PageSpan(2, 0)})
	for i, want := range []string{
		`{"input":["svc://a"],"enhance":{"summarize_figures":false},"retrieval":{"chunking":{"chunk_mode":"page"}},"settings":{"page_range":[{"start":1,"end":1},{"start":3,"end":3}]}}`,
		`{"input":"jobid://j","instructions":{},"settings":{"page_range":["S"]}}`,
		`{"document_url":"svc://a","edit_instructions":""}`,
		`{"input":"u","classification_schema":null,"page_range":[{"start":2}]}`,
	} {
		if a.sent[i] != want {
			t.Errorf("sent %s, want %s", a.sent[i], want)
		}
	}
	if _, err := c.Cancel(t.Context(), "a/b"); err != nil || !strings.HasSuffix(a.seen[len(a.seen)-1].URL.EscapedPath(), "/cancel/a%2Fb") {
		t.Errorf("%v, %s", err, a.seen[len(a.seen)-1].URL)
	}
}
