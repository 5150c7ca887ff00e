package op

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"

	"github.com/octavo-dev/octavo/internal/job"
)

// Album says where the pages can be seen that the answer of a job speaks of, so that they can be drawn when somebody
// asks for them.
type Album struct {
	Documents []AlbumDocument `json:"documents"`
	Pages     []AlbumRun      `json:"pages,omitempty"`  // in the order of bbox.page; none: all pages of the first document
	Edited    *AlbumDocument  `json:"edited,omitempty"` // what an edit has made of the first document
}

// AlbumDocument is where the bytes of a document are: an input, an artifact of the job, or a document of an earlier one.
type AlbumDocument struct {
	Input  string `json:"input,omitempty"`  // that Sources.Open takes
	Force  string `json:"force,omitempty"`  // what the caller said it is
	Object string `json:"object,omitempty"` // id of an artifact
	Job    string `json:"job,omitempty"`
	Index  int    `json:"index,omitempty"` // among the documents of that job
}

// AlbumRun is pages of a document that follow each other.
type AlbumRun struct {
	Document int `json:"document"`
	First    int `json:"first"`
	Count    int `json:"count"`
}

// Add appends a page.
func (a *Album) Add(document, page int) {
	if n := len(a.Pages); n > 0 {
		if last := &a.Pages[n-1]; last.Document == document && last.First+last.Count == page {
			last.Count++
			return
		}
	}
	a.Pages = append(a.Pages, AlbumRun{document, page, 1})
}

// At finds the page with a number of the answer, from 1; false where there is none.
func (a *Album) At(n int) (document, page int, ok bool) {
	if n < 1 || len(a.Documents) == 0 {
		return 0, 0, false
	}
	if len(a.Pages) == 0 {
		return 0, n, true
	}
	for _, run := range a.Pages {
		if n <= run.Count {
			return run.Document, run.First + n - 1, true
		}
		n -= run.Count
	}
	return 0, 0, false
}

// Keep stores the album with the job, where anything of it is kept.
func (a *Album) Keep(ctx context.Context, env Env, task job.Task) error {
	if env.Unkept {
		return nil
	}
	body, err := json.Marshal(a)
	if err != nil {
		return fmt.Errorf("store where pages are: %w", err)
	}
	_, err = env.Artifacts.Add(ctx, task, Artifact{Kind: KindAlbum, Name: "album.json", ContentType: "application/json", Body: bytes.NewReader(body)})
	if err != nil {
		return fmt.Errorf("store where pages are: %w", err)
	}
	return nil
}

// ReadAlbum reads what Keep stored.
func ReadAlbum(r io.Reader) (*Album, error) {
	a := &Album{}
	if err := json.NewDecoder(r).Decode(a); err != nil {
		return nil, fmt.Errorf("read where pages are: %w", err)
	}
	return a, nil
}
