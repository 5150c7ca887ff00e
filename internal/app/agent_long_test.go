package app_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/octavo-dev/octavo/internal/org"
	"github.com/octavo-dev/octavo/internal/testenv"
)

// A long document arrives in pieces that end at pages or paragraphs, and all pieces together are all of it, wherever the
// service keeps its results.
func TestAgentReadsOn(t *testing.T) {
	behindURLs := "limits: {inline_bytes: 20000}"
	t.Run("folder", func(t *testing.T) { readOn(t, start(t, "sqlite", behindURLs)) })
	t.Run("s3", func(t *testing.T) {
		useS3(t)
		readOn(t, start(t, "sqlite", behindURLs, "store: {url: '"+testenv.S3(t).URL()+"'}"))
	})
}

func readOn(t *testing.T, s *service) {
	a := connect(t, s, newKey(t, s, "acme", org.All), nil)
	var book strings.Builder
	var marks []string
	for i := range 900 {
		mark := fmt.Sprintf("Paragraph-%03d", i)
		marks = append(marks, mark)
		fmt.Fprintf(&book, "%s says %s.\n\n", mark, strings.Repeat("very ", 12)+"little")
	}
	r := a.want("parse", map[string]any{"input": a.upload("book.txt", book.String())})
	answers, seen := 0, ""
	for {
		if answers++; answers > 10 {
			t.Fatal("it never ends")
		}
		text := r.data["markdown"].(string)
		if len(text) > 21000 || !strings.HasSuffix(text, "little.") {
			t.Errorf("an answer of %d characters ends with %q", len(text), text[len(text)-20:])
		}
		seen += text
		next, more := r.data["next"].(map[string]any)
		if !more {
			break
		}
		if r.data["complete"] != false || !strings.Contains(r.text, "call get_job with job_id") {
			t.Errorf("no word of more: %s", r.text[len(r.text)-200:])
		}
		r = a.want(next["tool"].(string), next["arguments"].(map[string]any))
	}
	for _, mark := range marks {
		if strings.Count(seen, mark) != 1 {
			t.Errorf("%s was read %d times", mark, strings.Count(seen, mark))
		}
	}
	if answers < 3 {
		t.Errorf("%d answers", answers)
	}
}

// A caller who asked for it hears how far a job is.
func TestAgentHearsProgress(t *testing.T) {
	s := start(t, "sqlite")
	heard := make(chan *sdk.ProgressNotificationParams, 100)
	a := connect(t, s, newKey(t, s, "acme", org.All), &sdk.ClientOptions{
		ProgressNotificationHandler: func(_ context.Context, r *sdk.ProgressNotificationClientRequest) { heard <- r.Params },
	})
	file := a.upload("a.txt", "Some words.")
	params := &sdk.CallToolParams{Name: "parse", Arguments: map[string]any{"input": file}}
	params.SetProgressToken("t1")
	if r, err := a.CallTool(t.Context(), params); err != nil || r.IsError {
		t.Fatalf("%v %v", r, err)
	}
	if p := <-heard; p.ProgressToken != "t1" || p.Progress < 0 || p.Progress > 1 || p.Total != 1 {
		t.Errorf("heard %+v", p)
	}
}
