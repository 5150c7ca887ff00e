package judge

import (
	"context"
	"strings"

	"github.com/octavo-dev/octavo/internal/cite"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/infer"
	"github.com/octavo-dev/octavo/internal/window"
)

// Category is something that documents can be, and what speaks for it.
type Category struct {
	Name     string
	Criteria []string
}

// ClassOptions is how documents are classified.
type ClassOptions struct {
	Metadata string // what the caller knows about the documents
	Accurate bool   // the criteria of the leading categories are checked again, one by one

	Context int // tokens the model can read; 0 where that is not known
	Output  int // tokens the model may write; 0 where that is not known

	Hints []float64 // how well the built-in engine finds each category to fit; nil where it was not asked
}

// Rating is whether documents meet a criterion. What is High has words that show it.
type Rating struct {
	High  bool
	Quote string // of the page, or of the metadata
	Page  int    // among the pages of all documents, from 1; 0 beside words of the metadata
}

// Class is what documents are.
type Class struct {
	Winner  int        // index of the category
	Ratings [][]Rating // of the criteria of every category
	Usage   infer.Usage
}

// Classify asks the model which of the categories documents belong to, and which criteria they meet. A criterion whose
// evidence does not stand in the documents is not met.
func Classify(ctx context.Context, m Model, docs []*doc.Document, categories []Category, o ClassOptions) (Class, error) {
	b, err := newBench(m, "classification", docs, window.Limits{Context: o.Context, Output: o.Output})
	if err != nil {
		return Class{}, err
	}
	c := &classifier{bench: b, o: o, categories: categories, checked: map[int]bool{}}
	c.number()
	err = c.first(ctx)
	if err == nil && o.Accurate {
		err = c.check(ctx)
	}
	return Class{Winner: c.winner(), Ratings: c.ratings, Usage: b.session.Usage()}, err
}

// classifier is one classification.
type classifier struct {
	*bench
	o          ClassOptions
	categories []Category
	asked      []criterion // all criteria in the order of their numbers, from 1
	metadata   *cite.Index // nil where there is none

	choice  int // of the model; -1 where it made none
	ratings [][]Rating
	checked map[int]bool // categories whose criteria were checked again
}

// criterion is one among those of all categories.
type criterion struct {
	Number          int
	Text            string
	category, index int
}

func (c *classifier) number() {
	c.choice = -1
	for i, category := range c.categories {
		c.ratings = append(c.ratings, make([]Rating, len(category.Criteria)))
		for k, text := range category.Criteria {
			c.asked = append(c.asked, criterion{len(c.asked) + 1, text, i, k})
		}
	}
	if strings.TrimSpace(c.o.Metadata) != "" {
		c.metadata = cite.New(cite.FromDocuments([]*doc.Document{{Kind: doc.Flow, Pages: []doc.Page{{Number: 1}}, Blocks: []doc.Block{
			{Type: doc.Text, Page: 1, Box: doc.Box{Width: 1, Height: 1}, Text: c.o.Metadata},
		}}}))
	}
}

// first asks for the category and for all criteria that are met.
func (c *classifier) first(ctx context.Context) error {
	base, err := c.request("classify", c.described(), &infer.Shape{Type: "object", Properties: []infer.Property{
		{Name: "category", Shape: oneOf(c.names())},
		list("met", field("criterion", "integer", false), field("page", "integer", true), field("quote", "string", true)),
	}}, "class")
	if err != nil {
		return err
	}
	if err := c.lay(base); err != nil {
		return err
	}
	runs := window.Runs(c.pages, c.room, 0)
	if len(runs) == 0 {
		runs = [][]window.Page{nil} // documents that show nothing have a name and metadata at most
	}
	c.session.Allow(callsARun*len(runs) + spareCalls)
	choices, err := window.Each(ctx, c.session, runs, false, func(ctx context.Context, run []window.Page) (int, error) {
		return c.run(ctx, base, run)
	})
	for _, choice := range choices {
		if choice >= 0 && (c.choice < 0 || c.share(choice) > c.share(c.choice)) {
			c.choice = choice
		}
	}
	return err
}

// run asks about one run of pages and notes the criteria that it meets.
func (c *classifier) run(ctx context.Context, base infer.Request, run []window.Page) (choice int, err error) {
	base.Parts = append(window.Parts(run), base.Parts...)
	v, err := c.session.Ask(ctx, base)
	if err != nil {
		return -1, err
	}
	for _, met := range listed(v, "met") {
		if n := number(met["criterion"]); n >= 1 && n <= len(c.asked) {
			c.note(c.asked[n-1], met)
		}
	}
	whole, _ := v.(map[string]any)
	return named(whole["category"], c.names()), nil
}

// note takes the evidence that a criterion is met, where it stands.
func (c *classifier) note(of criterion, given map[string]any) {
	rating := &c.ratings[of.category][of.index]
	if rating.High {
		return
	}
	if quote, page := c.somewhere(given["quote"], number(given["page"])); page > 0 {
		*rating = Rating{true, quote, page}
		return
	}
	text, _ := given["quote"].(string)
	if c.metadata != nil && len(plain(text)) >= minQuote && c.metadata.Stands(text, []int{0}) {
		*rating = Rating{true, clip(strings.Join(strings.Fields(text), " ")), 0}
	}
}
