// Package judge asks a language model what documents are and where their parts begin and end, and checks what it says
// against the words of the pages.
package judge

import (
	"context"
	"embed"
	"strings"

	"github.com/octavo-dev/octavo/internal/cite"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/infer"
	"github.com/octavo-dev/octavo/internal/window"
)

// Model is asked. infer.Model is one.
type Model interface {
	Complete(context.Context, infer.Request) (infer.Answer, error)
}

// A folder holds the prompts of one version; the newest is used.
//
//go:embed v1
var folders embed.FS

// Calls that one piece of work may make beyond one for each run of pages: to divide runs that turn out to be too long, and
// to check.
const (
	spareCalls = 32
	callsARun  = 4
)

// Tokens of a page that are shown at most, as what a page is shows at its beginning and its end, and that must be shown at
// least.
const (
	pageTokens  = 3000
	leastTokens = 150
)

// bench is the pages of one piece of work, made ready to be asked about.
type bench struct {
	docs    []*doc.Document
	prompts *infer.Prompts
	session *infer.Session
	limits  window.Limits

	room  int // tokens of pages that fit beside the question
	pages []window.Page
	words *cite.Index
}

func newBench(m Model, stage string, docs []*doc.Document, l window.Limits) (*bench, error) {
	p, err := infer.LoadPrompts(folders, "")
	if err != nil {
		return nil, err
	}
	return &bench{docs: docs, prompts: p, session: infer.NewSession(m, stage), limits: l, words: cite.New(cite.FromDocuments(docs))}, nil
}

// lay shows the pages in what a question leaves of the context.
func (b *bench) lay(question infer.Request) (err error) {
	if b.room, err = b.limits.Room(question); err != nil {
		return err
	}
	if b.room < leastTokens {
		return fault.New(fault.ContextWindowExceeded, "")
	}
	most := min(pageTokens, b.room*2/3)
	b.pages = window.View{Running: true, Most: most}.Write(b.docs)
	return nil
}

// minQuote is how many letters and digits a quote needs at least: fewer stand on every page.
const minQuote = 4

// quoted is a quote as it is told, where it stands on a page; ok is false where it does not.
func (b *bench) quoted(v any, page int) (quote string, ok bool) {
	text, _ := v.(string)
	text = strings.Join(strings.Fields(text), " ")
	if page < 1 || page > len(b.pages) || len(plain(text)) < minQuote {
		return "", false
	}
	return clip(text), b.words.Stands(text, b.pages[page-1].Blocks)
}

// somewhere is the page on which a quote stands, the named one first; 0 where it stands on none.
func (b *bench) somewhere(v any, page int) (quote string, at int) {
	if quote, ok := b.quoted(v, page); ok {
		return quote, page
	}
	for at = range b.pages {
		if quote, ok := b.quoted(v, at+1); ok {
			return quote, at + 1
		}
	}
	return "", 0
}

// maxQuote is how much of a quote is told, in letters.
const maxQuote = 200

func clip(text string) string {
	letters := []rune(text)
	if len(letters) <= maxQuote {
		return text
	}
	return string(letters[:maxQuote-1]) + "…"
}
