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
	"github.com/octavo-dev/octavo/internal/reader"
)

// source is one document of the job with the options it is written with.
type source struct {
	doc     *doc.Document
	options api.ParseOptions
	reused  bool // from an earlier parse
}

// read is the main stage: inputs become documents, documents become the answer.
func (p *parser) read(ctx context.Context) (job.Outcome, error) {
	sources, list, err := p.sources(ctx)
	if err != nil {
		return job.Outcome{}, err
	}
	if err := p.keep(ctx, sources, list); err != nil {
		return job.Outcome{}, err
	}
	result, err := p.assemble(ctx, sources, list)
	if err != nil {
		return job.Outcome{}, err
	}
	return p.answer(ctx, result)
}

// sources reads all inputs. List says whether the answer speaks of a list: the caller sent one, or re-renders one.
func (p *parser) sources(ctx context.Context) (all []source, list bool, err error) {
	inputs, err := p.inputs()
	if err != nil {
		return nil, false, err
	}
	list = p.request.Input.List
	pick := newSelection(p.request.Settings.PageRange, list)
	for i, input := range inputs {
		if err := ctx.Err(); err != nil {
			return nil, false, err
		}
		if id, ok := jobID(input); ok {
			found, wasList, err := p.earlier(ctx, id, pick)
			if err != nil {
				return nil, false, p.ofDocument(i, err)
			}
			all, list = append(all, found...), list || wasList
		} else {
			found, err := p.document(ctx, input, pick)
			if err != nil {
				return nil, false, p.ofDocument(i, err)
			}
			all = append(all, found)
		}
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

// document opens and reads one file.
func (p *parser) document(ctx context.Context, input string, pick *selection) (source, error) {
	opened, err := p.env.Sources.Open(ctx, p.task, input)
	if err != nil {
		return source{}, err
	}
	defer func() { _ = opened.Close() }()
	file := format.File{Name: opened.Name, MediaType: opened.MediaType, Size: opened.Size, Data: opened.Data}
	d, err := reader.Read(ctx, file, p.readOptions(pick))
	if err != nil {
		return source{}, err
	}
	return source{doc: d, options: p.request.Options()}, nil
}

func (p *parser) readOptions(pick *selection) format.Options {
	o := format.Options{Select: pick.pick, Limits: format.DefaultLimits, Sheet: sheetOptions(&p.request.Spreadsheet)}
	o.Limits.Pages = p.env.Site.Limits.MaxPages
	o.Limits.Cells = p.env.Site.Limits.Cells
	if s := p.request.Settings.ForceFileExtension; s != nil {
		o.Force = *s
	}
	if s := p.request.Settings.DocumentPassword; s != nil {
		o.Password = *s
	}
	return o
}

func sheetOptions(s *api.Spreadsheet) format.Sheet {
	o := format.Sheet{Clustering: format.Clustering(s.Clustering)}
	if s.SplitLargeTables.Enabled {
		o.SplitRows, o.SplitCols = s.SplitLargeTables.Size.Row, s.SplitLargeTables.Size.Column
	}
	if s.MaxCellCount != nil {
		o.MaxCells = *s.MaxCellCount
	}
	for _, e := range s.Exclude {
		switch e {
		case "hidden_sheets":
			o.SkipHiddenSheets = true
		case "hidden_rows":
			o.SkipHiddenRows = true
		case "hidden_cols":
			o.SkipHiddenCols = true
		case "spreadsheet_images":
			o.SkipEmbeddedImages = true
		}
	}
	return o
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
	for _, kept := range parsed.Documents {
		options, err := p.rerender(kept.Options)
		if err != nil {
			return nil, false, fmt.Errorf("earlier parse %s: %w", id, err)
		}
		d, err := pick.narrow(kept.Document)
		if err != nil {
			return nil, false, err
		}
		out = append(out, source{doc: d, options: options, reused: true})
	}
	return out, parsed.List, nil
}

// rerender puts what this request may change into the options of an earlier one.
func (p *parser) rerender(earlier json.RawMessage) (api.ParseOptions, error) {
	var o api.ParseOptions
	if err := json.Unmarshal(earlier, &o); err != nil {
		return o, fmt.Errorf("read options: %w", err)
	}
	now := p.request.Options()
	o.Retrieval = now.Retrieval
	o.Formatting.TableOutputFormat = now.Formatting.TableOutputFormat
	o.Formatting.AddPageMarkers = now.Formatting.AddPageMarkers
	o.Formatting.MergeTables = now.Formatting.MergeTables
	return o, nil
}

// keep stores the documents for later jobs.
func (p *parser) keep(ctx context.Context, sources []source, list bool) error {
	parsed := op.Parsed{List: list}
	for _, src := range sources {
		src.options.Settings.DocumentPassword = nil
		options, err := json.Marshal(src.options)
		if err != nil {
			return fmt.Errorf("store options: %w", err)
		}
		parsed.Documents = append(parsed.Documents, op.ParsedDocument{Document: src.doc, Options: options})
	}
	body := produce(parsed.Write)
	defer func() { _ = body.Close() }()
	_, err := p.env.Artifacts.Add(ctx, p.task, op.Artifact{
		Kind: op.KindModel, Name: "model.json.gz", ContentType: "application/gzip", Body: body,
	})
	if err != nil {
		return fmt.Errorf("store document model: %w", err)
	}
	return nil
}
