package parse

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/format"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/op"
)

// source is one document of the job with the options it is written with.
type source struct {
	doc     *doc.Document
	input   string // that Open takes; empty for an earlier parse
	options api.ParseOptions
	reused  bool              // from an earlier parse
	pages   []pageImage       // pictures of its pages, where asked for
	pdf     string            // where its pages can be looked at, empty where they cannot
	seen    *op.AlbumDocument // where its pages can be drawn from, nil where they cannot
}

// read is the main stage: inputs become documents, documents become the answer. A long document is cut first.
func (p *parser) read(ctx context.Context) (job.Outcome, error) {
	held, err := p.held()
	if err != nil {
		return job.Outcome{}, err
	}
	cuts, err := p.cut(ctx, held.Inputs)
	if err != nil {
		return job.Outcome{}, err
	}
	if cuts != nil {
		return p.fan(held.Inputs, cuts)
	}
	return p.finish(ctx, held.Inputs, nil)
}

// finish makes the answer. Batches are the outputs of the batches of every input that was cut.
func (p *parser) finish(ctx context.Context, inputs []string, batches [][]batchOutput) (job.Outcome, error) {
	sources, list, err := p.sources(ctx, inputs, batches)
	if err != nil {
		return job.Outcome{}, err
	}
	charts := p.unreadCharts(sources)
	if p.keeps() || len(charts) > 0 {
		if err := p.keep(ctx, sources, list); err != nil {
			return job.Outcome{}, err
		}
	}
	if len(charts) > 0 {
		return p.readCharts(sources, list, charts)
	}
	return p.then(ctx, sources, list)
}

// conclude makes the answer of a parse of documents that are read and kept.
func (p *parser) conclude(ctx context.Context, sources []source, list bool) (job.Outcome, error) {
	if err := p.show(ctx, sources); err != nil {
		return job.Outcome{}, err
	}
	if p.former != nil && p.former.KeepLineBreaks {
		keepLines(sources)
	}
	if p.env.Whole != nil {
		p.env.Whole(documentsOf(sources))
	}
	if !p.request.Settings.ReturnOCRData {
		forgetWords(sources)
	}
	result, err := p.assemble(ctx, sources, list)
	if err != nil {
		return job.Outcome{}, err
	}
	return p.answer(ctx, result)
}

// show stores where the pages of the sources can be seen.
func (p *parser) show(ctx context.Context, sources []source) error {
	var album op.Album
	shown := false
	for i, s := range sources {
		var from op.AlbumDocument
		if s.seen != nil {
			from, shown = *s.seen, true
		}
		album.Documents = append(album.Documents, from)
		for _, page := range s.doc.Pages {
			album.Add(i, page.Number)
		}
	}
	if !shown {
		return nil
	}
	return album.Keep(ctx, p.env, p.task)
}

func documentsOf(sources []source) []*doc.Document {
	out := make([]*doc.Document, len(sources))
	for i := range sources {
		out[i] = sources[i].doc
	}
	return out
}

// forgetWords lets go of what most of a document is, once it is stored and the answer does not need it.
func forgetWords(sources []source) {
	for _, s := range sources {
		for i := range s.doc.Pages {
			s.doc.Pages[i].Words, s.doc.Pages[i].Lines = nil, nil
		}
	}
}

// sources reads all inputs. List says whether the answer speaks of a list: the caller sent one, or re-renders one.
func (p *parser) sources(ctx context.Context, inputs []string, batches [][]batchOutput) (all []source, list bool, err error) {
	list = p.request.Input.List
	pick := p.selection()
	for i, input := range inputs {
		if err := ctx.Err(); err != nil {
			return nil, false, err
		}
		var found []source
		var wasList bool
		switch id, earlier := jobID(input); {
		case earlier:
			found, wasList, err = p.earlier(ctx, id, pick)
		case batches != nil && batches[i] != nil:
			found, err = p.joined(ctx, input, batches[i], pick.of(i))
		default:
			found, err = p.document(ctx, input, pick.of(i))
		}
		if err != nil {
			return nil, false, p.ofDocument(i, err)
		}
		all, list = append(all, found...), list || wasList
		if err := p.checkPages(all); err != nil {
			return nil, false, err
		}
		pages, total := count(all)
		p.report(fetchShare+readShare*float64(i+1)/float64(len(inputs)), pages, total)
	}
	return all, list, pick.check()
}

func jobID(input string) (string, bool) {
	scheme, id, ok := strings.Cut(input, "://")
	return id, ok && strings.EqualFold(scheme, "jobid")
}

func (p *parser) checkPages(all []source) error {
	if n, _ := count(all); p.env.Site.Limits.MaxPages > 0 && n > p.env.Site.Limits.MaxPages {
		return format.TooLarge("the number of pages", int64(n), int64(p.env.Site.Limits.MaxPages))
	}
	return nil
}

// count is the number of selected pages and of pages in the sources.
func count(all []source) (pages, total int) {
	for _, s := range all {
		pages += len(s.doc.Pages)
		total += s.doc.PageCount
	}
	return pages, total
}

// document reads one file that was not cut.
func (p *parser) document(ctx context.Context, input string, choose chooser) ([]source, error) {
	file, err := p.open(ctx, input, choose)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	d, err := file.Read(ctx, file.Selected)
	if err != nil {
		return nil, err
	}
	images, err := p.pictures(ctx, file, d)
	if err != nil {
		return nil, err
	}
	if err := p.enhance(ctx, file, d); err != nil {
		return nil, err
	}
	if d, err = file.Join(ctx, []*doc.Document{d}); err != nil {
		return nil, err
	}
	return p.source(ctx, file, d, images, input, nil)
}

// source is a document that was read from a file, with what stands beside it in the answer. Printed is its PDF where that
// is stored already.
func (p *parser) source(ctx context.Context, file *opened, d *doc.Document, images []pageImage, input string, printed *op.Stored) ([]source, error) {
	s := source{doc: d, input: input, options: p.request.Options(), pages: images}
	if !file.Drawable() {
		return []source{s}, nil
	}
	s.seen = &op.AlbumDocument{Input: input, Force: p.readOptions(nil).Force}
	if !p.keeps() {
		return []source{s}, nil
	}
	if printed == nil {
		stored, err := p.pdf(ctx, file, d)
		if err != nil {
			return nil, err
		}
		printed = &stored
	}
	s.pdf, s.seen = printed.URL, &op.AlbumDocument{Object: printed.ID}
	return []source{s}, nil
}

// earlier takes the documents of an earlier parse. What can be changed without the source comes from this request, the
// rest stays as it was.
func (p *parser) earlier(ctx context.Context, id string, pick *selection) ([]source, bool, error) {
	stored, err := p.env.Sources.Model(ctx, p.task, id)
	if err != nil {
		return nil, false, err
	}
	defer func() { _ = stored.Close() }()
	parsed, err := op.ReadParsed(stored)
	if err != nil {
		return nil, false, fmt.Errorf("earlier parse %s: %w", id, err)
	}
	pick.list = pick.list || parsed.List
	var out []source
	for i, kept := range parsed.Documents {
		options, err := p.rerender(kept.Options)
		if err != nil {
			return nil, false, fmt.Errorf("earlier parse %s: %w", id, err)
		}
		d := kept.Document
		if p.narrows {
			if d, err = pick.narrow(d); err != nil {
				return nil, false, err
			}
		}
		for k := range d.Blocks {
			d.Blocks[k].Image = "" // belongs to the earlier job
			if err := p.takeChart(ctx, &d.Blocks[k]); err != nil {
				return nil, false, err
			}
		}
		s := source{doc: d, options: options, reused: true}
		if len(d.Pages) > 0 && d.Pages[0].Width > 0 { // pages that were never drawn have no size
			s.seen = &op.AlbumDocument{Job: id, Index: i}
		}
		out = append(out, s)
	}
	return out, parsed.List, nil
}

// rerender puts what this request may change into the options of an earlier one. What is not written anew keeps them.
func (p *parser) rerender(earlier json.RawMessage) (api.ParseOptions, error) {
	var o api.ParseOptions
	if err := json.Unmarshal(earlier, &o); err != nil {
		return o, fmt.Errorf("read options: %w", err)
	}
	if !p.whole {
		return o, nil
	}
	now := p.request.Options()
	o.Retrieval = now.Retrieval
	o.Formatting.TableOutputFormat = now.Formatting.TableOutputFormat
	o.Formatting.AddPageMarkers = now.Formatting.AddPageMarkers
	o.Formatting.MergeTables = now.Formatting.MergeTables
	return o, nil
}

// keeps reports whether later jobs and the caller can ask for the documents.
func (p *parser) keeps() bool { return p.whole && !p.env.Unkept }

// keep stores the documents for later jobs.
func (p *parser) keep(ctx context.Context, sources []source, list bool) error {
	parsed, err := parsedOf(sources, list)
	if err != nil {
		return err
	}
	body := op.Produce(parsed.Write)
	defer func() { _ = body.Close() }()
	_, err = p.env.Artifacts.Add(ctx, p.task, op.Artifact{
		Kind: op.KindModel, Name: "model", ContentType: "application/octet-stream", Body: body,
	})
	if err != nil {
		return fmt.Errorf("store document model: %w", err)
	}
	return nil
}

// parsedOf are documents as they are stored. The password is nobody's business afterwards.
func parsedOf(sources []source, list bool) (*op.Parsed, error) {
	parsed := &op.Parsed{List: list}
	for _, src := range sources {
		src.options.Settings.DocumentPassword = nil
		options, err := json.Marshal(src.options)
		if err != nil {
			return nil, fmt.Errorf("store options: %w", err)
		}
		parsed.Documents = append(parsed.Documents, op.ParsedDocument{Document: src.doc, Options: options})
	}
	return parsed, nil
}

// sourcesOf are stored documents with the options they were stored with.
func sourcesOf(parsed *op.Parsed) ([]source, error) {
	out := make([]source, len(parsed.Documents))
	for i, d := range parsed.Documents {
		out[i].doc = d.Document
		if err := json.Unmarshal(d.Options, &out[i].options); err != nil {
			return nil, fmt.Errorf("read own options: %w", err)
		}
	}
	return out, nil
}
