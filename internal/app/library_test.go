package app_test

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/client"
	"github.com/octavo-dev/octavo/internal/org"
)

// library is the Go client of a service, which starts with a key of its own.
func library(t *testing.T, s *service) *client.Client {
	t.Helper()
	_, secret, err := s.Orgs.CreateKey(t.Context(), org.NewKey{Org: "acme", Name: "library", Scopes: org.All})
	if err != nil {
		t.Fatal(err)
	}
	c, err := client.New(s.url, client.WithKey(secret), client.WithRetries(0))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestLibrary drives the service with its own Go client.
func TestLibrary(t *testing.T) {
	s := start(t, "sqlite")
	c, ctx := library(t, s), t.Context()
	id, err := c.Upload(ctx, "invoice.pdf", strings.NewReader(pdf(letter("Invoice number: A-17", "Total: 119.00"), letter("Terms of delivery"))))
	if err != nil {
		t.Fatal(err)
	}
	parse, err := c.Parse(ctx, client.ParseRequest{Input: client.Document(id), ParseOptions: client.ParseOptions{
		Settings: client.Settings{PageRange: client.PageSpan(1, 1), ForceURLResult: true, ReturnOCRData: true},
	}})
	if err != nil || len(parse.Result.Chunks) != 1 || parse.Usage.NumPages != 1 || parse.Result.OCR.Words[0].Text != "Invoice" {
		t.Fatalf("parse: %+v, %v", parse, err)
	}
	extract, err := c.Extract(ctx, client.ExtractRequest{
		Input:        client.Document(id),
		Instructions: client.Instructions{Schema: map[string]any{"type": "object", "properties": map[string]any{"total": map[string]any{"type": "number"}}}},
		Settings:     client.ExtractSettings{Citations: client.Citations{Enabled: true}, ForceURLResult: true},
	})
	var values struct {
		Total client.Cited[float64] `json:"total"`
	}
	if err != nil || extract.Decode(&values) != nil || values.Total.Value != 119 || values.Total.Citations[0].BBox.Page != 1 {
		t.Errorf("extract: %+v, %v", extract, err)
	}
	split, err := c.Split(ctx, client.SplitRequest{Input: client.Document(id), SplitDescription: []client.SplitCategory{
		{Name: "invoice", Description: "invoice with number and total"}, {Name: "terms", Description: "terms of delivery"},
	}})
	if err != nil || len(split.Result.Splits) != 2 || split.Result.Splits[1].Pages[0].PageNumber != 2 {
		t.Errorf("split: %+v, %v", split, err)
	}
	classify, err := c.Classify(ctx, client.ClassifyRequest{Input: client.Document(id), ClassificationSchema: []client.Category{
		{Category: "invoice", Criteria: []string{"has a total"}}, {Category: "letter", Criteria: []string{"has a salutation"}},
	}})
	if err != nil || classify.Result.Category != "invoice" {
		t.Errorf("classify: %+v, %v", classify, err)
	}
	edit, err := c.Edit(ctx, client.EditRequest{DocumentURL: id, EditInstructions: "Add a watermark that says PAID to every page"})
	var edited bytes.Buffer
	if err != nil || c.Download(ctx, edit.DocumentURL, &edited) != nil || !strings.HasPrefix(edited.String(), "%PDF-") {
		t.Errorf("edit: %+v, %v", edit, err)
	}
	cite, err := c.Cite(ctx, client.CiteRequest{Source: client.Parsed(parse.JobID), Queries: []client.CiteQuery{{Text: "A-17"}}})
	if err != nil || len(cite.Results[0].Matches) != 1 {
		t.Errorf("cite: %+v, %v", cite, err)
	}
	if _, err := c.Pipeline(ctx, client.PipelineRequest{Input: client.Document(id), PipelineID: "none"}); status(err) != 404 {
		t.Errorf("pipeline: %v", err)
	}
	if err := c.DeleteUpload(ctx, id); err != nil {
		t.Error(err)
	}
	if err := c.DeleteUpload(ctx, id); status(err) != 404 {
		t.Errorf("a second deletion: %v", err)
	}
}

func status(err error) int {
	failure, _ := errors.AsType[*client.Error](err)
	if failure == nil {
		return 0
	}
	return failure.Status
}

func TestLibraryJobs(t *testing.T) {
	s := start(t, "sqlite")
	c, ctx := library(t, s), t.Context()
	id, err := c.Upload(ctx, "a.txt", strings.NewReader("Some words."))
	if err != nil {
		t.Fatal(err)
	}
	var jobs []string
	for range 3 {
		job, err := c.Run(ctx, "parse", client.ParseRequest{Input: client.Document(id)}, func(client.Job) {})
		var answer client.ParseResponse
		if err != nil || c.Result(ctx, job, &answer) != nil || answer.JobID != job.ID || answer.Result.Chunks[0].Content != "Some words." {
			t.Fatalf("%+v, %v", job, err)
		}
		jobs = append([]string{job.ID}, jobs...)
	}
	failing, err := c.ParseAsync(ctx, client.ParseRequest{Input: client.Document("no such form")})
	if err != nil {
		t.Fatal(err)
	}
	if job, err := c.Wait(ctx, failing, nil); status(err) != 400 || job.Error.JobID != failing {
		t.Errorf("a job that fails: %+v, %v", job, err)
	}
	var listed []string
	for job, err := range c.Jobs(ctx, client.Filter{Status: client.Completed, PageSize: 2}) {
		if err != nil {
			t.Fatal(err)
		}
		if job.CreatedAt.IsZero() || job.Source.Inputs[0].Kind != client.FromFile {
			t.Errorf("listed %+v", job)
		}
		listed = append(listed, job.ID)
	}
	if fmt.Sprint(listed) != fmt.Sprint(jobs) {
		t.Errorf("listed %v, want %v", listed, jobs)
	}
	if job, err := c.Cancel(ctx, jobs[0]); err != nil || job.State != client.StateCompleted {
		t.Errorf("cancel: %+v, %v", job, err)
	}
	if err := c.Delete(ctx, jobs[0], true); err != nil {
		t.Error(err)
	}
	if _, err := c.Job(ctx, jobs[0]); status(err) != 409 && status(err) != 410 {
		t.Errorf("a deleted job: %v", err)
	}
	if version, err := c.Version(ctx); err != nil || version != testVersion {
		t.Errorf("version %q, %v", version, err)
	}
	if can, err := c.Capabilities(ctx); err != nil || can.Types["pdf"] != "native" {
		t.Errorf("capabilities: %+v, %v", can, err)
	}
	if used, err := c.Usage(ctx, "2020-01-01", ""); err != nil || len(used) == 0 || used[0].Type != client.TypeParse {
		t.Errorf("usage: %+v, %v", used, err)
	}
	stranger, err := client.New(s.url, client.WithKey("oct_wrong"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := stranger.Job(ctx, jobs[1]); status(err) != 401 {
		t.Errorf("a wrong key: %v", err)
	}
}

// What the service signs, the client verifies.
func TestLibraryVerifiesWebhooks(t *testing.T) {
	secret := "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE="
	verified := make(chan error, 1)
	receiver := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		var body bytes.Buffer
		_, err := body.ReadFrom(r.Body)
		verified <- errors.Join(err, client.VerifyWebhook(secret, r.Header, body.Bytes()))
	}))
	defer receiver.Close()
	s := start(t, "sqlite", "webhooks: {direct_secret: "+secret+"}", "fetch: {allow: [127.0.0.1]}")
	c, ctx := library(t, s), t.Context()
	id, err := c.Upload(ctx, "a.txt", strings.NewReader("Some words."))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.ParseAsync(ctx, client.ParseRequest{Input: client.Document(id), Async: &client.Async{
		Webhook: &client.Webhook{Mode: client.WebhookDirect, URL: receiver.URL},
	}}); err != nil {
		t.Fatal(err)
	}
	if err := <-verified; err != nil {
		t.Error(err)
	}
}
