package client_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"

	"github.com/octavo-dev/octavo/client"
)

// serve stands for a service: every path has one answer.
func serve(answers map[string]string) *httptest.Server {
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, ok := answers[r.URL.Path]
		if !ok {
			w.WriteHeader(http.StatusNotFound)
			body = `{"error":{"code":404,"name":"NOT_FOUND","message":"there is no such job","type":"not_found","retriable":false}}`
		}
		io.WriteString(w, body)
	}))
}

func Example() {
	service := serve(map[string]string{
		"/upload": `{"file_id":"svc://0b7c2f5e-8f4e-4b0c-9d3e-1f2a3b4c5d6e.txt","presigned_url":null}`,
		"/parse": `{"response_type":"parse","job_id":"j1","result":{"type":"full","chunks":[
			{"content":"# Minutes","blocks":[{"type":"Title","content":"Minutes","bbox":{"page":1}}]}]}}`,
	})
	defer service.Close()

	ctx := context.Background()
	c, err := client.New(service.URL, client.WithKey(os.Getenv("OCTAVO_KEY")))
	if err != nil {
		panic(err)
	}
	id, err := c.Upload(ctx, "minutes.txt", strings.NewReader("Minutes"))
	if err != nil {
		panic(err)
	}
	answer, err := c.Parse(ctx, client.ParseRequest{Input: client.Document(id)})
	if err != nil {
		panic(err)
	}
	for _, block := range answer.Result.Chunks[0].Blocks {
		fmt.Printf("page %d: %s %q\n", block.BBox.Page, block.Type, block.Content)
	}
	// Output: page 1: Title "Minutes"
}

func ExampleClient_Extract() {
	service := serve(map[string]string{"/extract": `{"response_type":"v3_extract","job_id":"j1","result":{
		"total":{"value":119,"citations":[{"content":"119.00","bbox":{"page":2}}]}}}`})
	defer service.Close()
	c, err := client.New(service.URL)
	if err != nil {
		panic(err)
	}

	answer, err := c.Extract(context.Background(), client.ExtractRequest{
		Input: client.Document("https://example.com/invoice.pdf"),
		Instructions: client.Instructions{Schema: map[string]any{
			"type":       "object",
			"properties": map[string]any{"total": map[string]any{"type": "number", "description": "Amount due"}},
		}},
		Settings: client.ExtractSettings{Citations: client.Citations{Enabled: true}},
	})
	if err != nil {
		panic(err)
	}
	var invoice struct {
		Total client.Cited[float64] `json:"total"`
	}
	if err := answer.Decode(&invoice); err != nil {
		panic(err)
	}
	fmt.Printf("%.2f, from page %d\n", invoice.Total.Value, invoice.Total.Citations[0].BBox.Page)
	// Output: 119.00, from page 2
}

func ExampleClient_Run() {
	service := serve(map[string]string{
		"/parse_async": `{"job_id":"j1"}`,
		"/job/j1": `{"status":"Completed","state":"Completed","progress":1,"result":
			{"response_type":"parse","job_id":"j1","usage":{"num_pages":3}}}`,
	})
	defer service.Close()
	c, err := client.New(service.URL)
	if err != nil {
		panic(err)
	}

	ctx := context.Background()
	job, err := c.Run(ctx, "parse", client.ParseRequest{Input: client.Document("https://example.com/report.pdf")},
		func(j client.Job) { fmt.Printf("%.0f %%\n", 100*j.Progress) })
	if err != nil {
		panic(err)
	}
	var answer client.ParseResponse
	if err := c.Result(ctx, job, &answer); err != nil {
		panic(err)
	}
	fmt.Println(answer.Usage.NumPages, "pages")
	// Output:
	// 100 %
	// 3 pages
}

func ExampleError() {
	service := serve(nil)
	defer service.Close()
	c, err := client.New(service.URL)
	if err != nil {
		panic(err)
	}

	_, err = c.Job(context.Background(), "j1")
	if failure, ok := errors.AsType[*client.Error](err); ok {
		fmt.Println(failure.Status, failure.Name)
	}
	fmt.Println(err)
	// Output:
	// 404 NOT_FOUND
	// octavo: NOT_FOUND (404): there is no such job
}

func ExampleVerifyWebhook() {
	receive := func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
		if err == nil {
			err = client.VerifyWebhook("whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=", r.Header, body)
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		w.WriteHeader(http.StatusNoContent) // and only now do what the event asks for
	}
	w := httptest.NewRecorder()
	receive(w, httptest.NewRequest("POST", "/", strings.NewReader(`{"status":"Completed","job_id":"j1"}`)))
	fmt.Print(w.Code, " ", w.Body)
	// Output: 400 octavo: the webhook is not signed
}
