package mcp

import (
	"context"
	"fmt"
	"strings"

	"github.com/octavo-dev/octavo/client"
)

type parseArguments struct {
	Input    string `json:"input"`
	Pages    pages  `json:"pages"`
	Tables   string `json:"tables"`
	OCR      bool   `json:"ocr"`
	Password string `json:"password"`
}

var tableFormats = map[string]client.TableFormat{
	"": client.TableDynamic, "auto": client.TableDynamic, "markdown": client.TableMarkdown, "html": client.TableHTML, "csv": client.TableCSV,
}

// parse reads a document as Markdown, a chunk for each page.
func parse(ctx context.Context, c *call, a parseArguments) (*answer, error) {
	input, chosen, err := c.document(a.Input, a.Pages)
	if err != nil {
		return nil, err
	}
	format, ok := tableFormats[a.Tables]
	if !ok {
		return nil, wrong("tables", "it is %q, but must be auto, markdown, html or csv", a.Tables)
	}
	r := client.ParseRequest{Input: client.Document(input), ParseOptions: client.ParseOptions{
		Retrieval:  client.Retrieval{Chunking: client.Chunking{Mode: client.ChunkPage}},
		Formatting: client.Formatting{TableOutputFormat: format},
		Settings:   client.Settings{PageRange: chosen, DocumentPassword: a.Password},
	}}
	if a.OCR {
		r.Settings.ExtractionMode = client.FromPixels
	}
	id, err := c.service.ParseAsync(ctx, r)
	return c.run(ctx, id, err)
}

// reading is a parsed document, or as much of it as an answer holds.
type reading struct {
	JobID      string   `json:"job_id"`
	PagesRead  int      `json:"pages_read"`
	TotalPages int      `json:"total_pages,omitempty"`
	FirstPage  int      `json:"first_page,omitempty"`
	LastPage   int      `json:"last_page,omitempty"`
	Markdown   string   `json:"markdown"`
	Warnings   []string `json:"warnings,omitempty"`
	Complete   bool     `json:"complete"`
	Next       *next    `json:"next,omitempty"`
	ResultURL  string   `json:"result_url,omitempty"` // the whole result as JSON, where the service keeps it behind a URL
}

// leaf is the text of one page.
type leaf struct {
	page int
	text string
}

// leaves are the pages of a parse, however it was cut into chunks: a chunk belongs to the page it begins on. Pages are
// those of the document; of several documents, those of the whole.
func leaves(r *client.ParseResult) []leaf {
	several := r.Custom != nil && len(r.Custom.Documents) > 1
	var list []leaf
	for _, chunk := range r.Chunks {
		page := 1
		if len(list) > 0 {
			page = list[len(list)-1].page
		}
		if len(chunk.Blocks) > 0 {
			if page = chunk.Blocks[0].BBox.OriginalPage; several || page == 0 {
				page = chunk.Blocks[0].BBox.Page
			}
		}
		if n := len(list); n > 0 && list[n-1].page == page {
			list[n-1].text += "\n\n" + chunk.Content
		} else {
			list = append(list, leaf{page, chunk.Content})
		}
	}
	return list
}

// readParse answers with the text of a parse from a position on.
func (c *call) readParse(job client.Job, r *client.ParseResponse, from position) *answer {
	said := reading{JobID: job.ID, PagesRead: r.Usage.NumPages, TotalPages: job.TotalPages, Complete: true}
	if r.Result.Custom != nil {
		said.Warnings = fit(r.Result.Custom.Warnings, 0, mostText/10)
	}
	var text strings.Builder
	room := mostText
	for _, l := range leaves(&r.Result) {
		if l.page < from.page {
			continue
		}
		skipped := 0
		if l.page == from.page {
			skipped = from.offset
		}
		rest := skipText(l.text, skipped)
		part, taken := cutText(rest, room)
		if whole := len(part) == len(rest); !whole && text.Len() > 0 && skipped == 0 {
			part, taken = "", 0 // a page that does not fit begins in the next answer
		}
		if part != "" || rest == "" {
			fmt.Fprintf(&text, "<!-- page %d -->\n\n%s\n\n", l.page, strings.TrimSpace(part))
			if said.FirstPage == 0 {
				said.FirstPage = l.page
			}
			said.LastPage = l.page
		}
		if len(part) < len(rest) {
			said.Complete = false
			arguments := map[string]any{"job_id": job.ID, "page": l.page}
			if skipped+taken > 0 {
				arguments["offset"] = skipped + taken
			}
			said.Next = &next{"get_job", arguments}
			if !c.Unserved {
				said.ResultURL = r.Result.URL
			}
			break
		}
		room -= taken
	}
	said.Markdown = strings.TrimSpace(text.String())
	return &answer{said.String(), said}
}

// String is the answer for people.
func (r reading) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "job_id: %s; pages read: %d", r.JobID, r.PagesRead)
	if r.TotalPages > 0 {
		fmt.Fprintf(&b, " of %d", r.TotalPages)
	}
	for _, warning := range r.Warnings {
		fmt.Fprintf(&b, "\nWarning: %s", warning)
	}
	fmt.Fprintf(&b, "\n\n%s", r.Markdown)
	if r.Next != nil {
		fmt.Fprintf(&b, "\n\n[The document goes on. To read on, call get_job with job_id %s, page %d", r.JobID, r.Next.Arguments["page"])
		if offset, ok := r.Next.Arguments["offset"]; ok {
			fmt.Fprintf(&b, ", offset %d", offset)
		}
		b.WriteString("; or parse fewer pages.]")
	}
	return b.String()
}
