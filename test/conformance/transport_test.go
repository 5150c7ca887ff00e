package conformance

import (
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/client"
	"github.com/octavo-dev/octavo/internal/testenv"
)

func transport(v *visit) {
	v.Run("every error has a request id", func(t *testing.T) { everyErrorHasAnID(v.in(t)) })
	v.Run("chunked multipart upload", func(t *testing.T) { chunkedUpload(v.in(t)) })
	v.Run("POST again after 503", func(t *testing.T) { againAfterBusy(v.in(t)) })
	v.Run("a client comes again when it is told to", func(t *testing.T) { comesAgain(v.in(t)) })
	v.Run("unknown fields are harmless", func(t *testing.T) { unknownFields(v.in(t)) })
}

func everyErrorHasAnID(v *visit) {
	for _, c := range []struct {
		status       int
		method, path string
		body         any
	}{
		{404, "GET", "/no/such/path", nil},
		{405, "DELETE", "/parse", nil},
		{422, "POST", "/parse", object{}},
		{422, "POST", "/parse", strings.NewReader("no JSON")},
		{422, "POST", "/extract", object{"input": v.letter(), "instructions": object{"schema": object{"type": "fish"}}}},
		{400, "POST", "/parse", object{"input": "s3://no bucket"}},
		{403, "POST", "/parse", object{"input": "http://169.254.169.254/secrets"}},
		{404, "POST", "/parse", object{"input": prefix + "://00000000-0000-4000-8000-000000000000"}},
		{400, "POST", "/parse", object{"input": v.host.url + "/no-such.pdf"}},
		{404, "GET", "/job/none", nil},
		{403, "GET", "/objects/none/none?expires=1&signature=00", nil},
	} {
		a := v.send(c.method, c.path, c.body)
		if a.status != c.status || a.header.Get("X-Request-ID") == "" {
			v.Errorf("%s %s: %d, want %d, X-Request-ID %q: %s", c.method, c.path, a.status, c.status, a.header.Get("X-Request-ID"), a.body)
		}
		if own := v.send(c.method, c.path, c.body, "X-Request-ID", "mine-1"); own.header.Get("X-Request-ID") != "mine-1" {
			if _, spent := c.body.(io.Reader); !spent {
				v.Errorf("%s %s: the caller's id came back as %q", c.method, c.path, own.header.Get("X-Request-ID"))
			}
		}
	}
}

// chunkedUpload sends a body whose length nobody knows beforehand.
func chunkedUpload(v *visit) {
	r, w := io.Pipe()
	form := multipart.NewWriter(w)
	go func() {
		part, err := form.CreateFormFile("file", "Grüße und mehr.pdf")
		if err == nil {
			_, err = part.Write(letter())
		}
		if err == nil {
			err = form.Close()
		}
		w.CloseWithError(err)
	}()
	id := v.ownID(v.want(http.StatusOK, "POST", "/upload", r, "Content-Type", form.FormDataContentType()), ".pdf")
	answer := v.post("/parse", object{"input": id})
	chunks, _ := at(answer, "result", "chunks").([]any)
	if len(chunks) != 1 || !strings.Contains(text(chunks[0], "content"), "Blue Heron Bakery") {
		v.Errorf("what was uploaded reads %v", chunks)
	}
}

// againAfterBusy: a service without workers whose queue takes one job says 503, and takes the same request once there is
// room, without doing the work twice.
func againAfterBusy(v *visit) {
	settings := v.secure.settings()
	settings["workers"], settings["queue"] = "{cpu: 0, io: 0}", "{cpu_max_depth: 1}"
	full := newCaller(v.T, testenv.Serve(v.T, settings).URL, v.secure)
	first := text(full.post("/parse_async", object{"input": v.letter()}), "job_id")
	body, key := object{"input": v.report()}, []string{"Idempotency-Key", "again"}
	a := full.send("POST", "/parse_async", body, key...)
	if a.status != http.StatusServiceUnavailable || a.header.Get("Retry-After") != "30" || a.header.Get("x-should-retry") != "true" || a.header.Get("X-Request-ID") == "" {
		v.Errorf("%d %v: %s", a.status, a.header, a.body)
	}
	full.want(http.StatusOK, "POST", "/cancel/"+first, nil)
	second := text(full.want(http.StatusOK, "POST", "/parse_async", body, key...), "job_id")
	if again := text(full.want(http.StatusOK, "POST", "/parse_async", body, key...), "job_id"); again != second || second == first {
		v.Errorf("jobs %s and %s after %s", second, again, first)
	}
}

// comesAgain: our own client understands both ways to say when, and repeats a POST without a word from its user.
func comesAgain(v *visit) {
	front := newFront(v.T, v.base, v.secure)
	c, err := client.New(front.url)
	if err != nil {
		v.Fatal(err)
	}
	id, err := c.ParseAsync(v.Context(), client.ParseRequest{Input: client.Document(v.letter())})
	if err != nil {
		v.Fatal(err)
	}
	if seen := front.seen.Load(); seen != int64(len(refusals))+1 {
		v.Errorf("%d requests, want one after each of %d refusals", seen, len(refusals))
	}
	if text(v.ended(id), "status") != "Completed" {
		v.Errorf("job %s did not complete", id)
	}
	front = newFront(v.T, v.base, v.secure)
	if c, err = client.New(front.url, client.WithRetries(0)); err != nil {
		v.Fatal(err)
	}
	var refused *client.Error
	if _, err := c.ParseAsync(v.Context(), client.ParseRequest{Input: client.Document(v.letter())}); !errors.As(err, &refused) || refused.Name != "QUEUE_FULL" || refused.RetryAfter != time.Second {
		v.Errorf("without retries: %v", err)
	}
}

// unknownFields: answers hold more than clients know, on every level.
func unknownFields(v *visit) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"response_type":"parse","job_id":"j","duration":1,"new":{"a":[1]},"result":{"type":"full","newer":true,"chunks":[{"content":"c","newest":null,"blocks":[{"type":"Text","bbox":{"left":0,"depth":3},"content":"c","future":{}}]}]}}`)
	}))
	defer s.Close()
	c, err := client.New(s.URL)
	if err != nil {
		v.Fatal(err)
	}
	answer, err := c.Parse(v.Context(), client.ParseRequest{Input: client.Document("https://docs.example/a.pdf")})
	if err != nil || len(answer.Result.Chunks) != 1 || answer.Result.Chunks[0].Blocks[0].Content != "c" {
		v.Errorf("%v, %+v", err, answer)
	}
}
