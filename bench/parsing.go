package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"time"
)

// upload hands a file to the server and returns its input.
func (p *process) upload(ctx context.Context, path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	body, out := io.Pipe()
	form := multipart.NewWriter(out)
	go func() {
		part, err := form.CreateFormFile("file", filepath.Base(path))
		if err == nil {
			_, err = io.Copy(part, f)
		}
		if err == nil {
			err = form.Close()
		}
		out.CloseWithError(err)
	}()
	var answer struct {
		FileID string `json:"file_id"`
	}
	err = p.ask(ctx, http.MethodPost, "/upload", form.FormDataContentType(), body, &answer)
	return answer.FileID, err
}

// parse submits a parse of an input and waits until it is done. It returns how many pages were read.
func (p *process) parse(ctx context.Context, input, mode string) (int, error) {
	request, err := json.Marshal(map[string]any{"input": input, "settings": map[string]any{"extraction_mode": mode}})
	if err != nil {
		return 0, err
	}
	var submitted struct {
		JobID string `json:"job_id"`
	}
	if err := p.ask(ctx, http.MethodPost, "/parse_async", "application/json", bytes.NewReader(request), &submitted); err != nil {
		return 0, err
	}
	for {
		var job struct {
			Status   string
			Reason   *string
			NumPages *int `json:"num_pages"`
		}
		if err := p.ask(ctx, http.MethodGet, "/job/"+submitted.JobID, "", nil, &job); err != nil {
			return 0, err
		}
		switch {
		case job.Status == "Completed" && job.NumPages != nil:
			return *job.NumPages, nil
		case job.Status == "Failed", job.Status == "Completed":
			reason, _ := json.Marshal(job)
			return 0, fmt.Errorf("job %s: %s", submitted.JobID, reason)
		}
		select {
		case <-ctx.Done():
			return 0, ctx.Err()
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// ask sends a request and reads the answer, which must be 200, into to.
func (p *process) ask(ctx context.Context, method, path, kind string, body io.Reader, to any) error {
	r, err := http.NewRequestWithContext(ctx, method, p.base+path, body)
	if err != nil {
		return err
	}
	if kind != "" {
		r.Header.Set("Content-Type", kind)
	}
	res, err := p.client.Do(r)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		return err
	}
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("%s %s: %s: %.300s", method, path, res.Status, text)
	}
	return json.Unmarshal(text, to)
}
