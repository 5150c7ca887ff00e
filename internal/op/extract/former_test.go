package extract

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/match"
	"github.com/octavo-dev/octavo/internal/op/optest"
)

// former runs a request of the second version that is put into today's words already.
func (b bench) former(f api.Former, body string) api.ExtractResponse {
	b.T.Helper()
	b.Former = &f
	_, raw, err := b.Run(operation(b.fake.find), requestSchema, body)
	if err != nil {
		b.T.Fatalf("%s: %v", body, err)
	}
	var out api.ExtractResponse
	if err := json.Unmarshal(raw, &out); err != nil {
		b.T.Fatal(err)
	}
	return out
}

func written(t *testing.T, v any) string {
	t.Helper()
	out, err := api.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

const blocks = `"parsing":{"retrieval":{"chunking":{"chunk_mode":"block"}}}`

func TestFormerAnswer(t *testing.T) {
	b := newBench(t)
	b.Files["svc://a.txt"], b.Files["svc://b.txt"] = "name: Anna\n\ntotal: 12.50\n", "name: Bob\n"
	for _, c := range []struct {
		name, input, rest string
		former            api.Former
		want              string
		fields            int
	}{
		{"One", "svc://a.txt", "", api.Former{}, `[{"absent":null,"name":"Anna","total":12.5}]`, 3},
		{"ChunkingIsNotUsed", "svc://a.txt", blocks, api.Former{}, `[{"absent":null,"name":"Anna","total":12.5}]`, 3},
		{"Chunks", "svc://a.txt", blocks, api.Former{UseChunking: true}, `[{"absent":null,"name":"Anna","total":null},{"absent":null,"total":12.5}]`, 5},
		{"ChunksOfAList", `["svc://a.txt","svc://b.txt"]`, blocks, api.Former{UseChunking: true},
			`[{"absent":null,"name":"Anna","total":null},{"absent":null,"total":12.5},{"absent":null,"name":"Bob","total":null}]`, 8},
	} {
		t.Run(c.name, func(t *testing.T) {
			b.T = t
			got := b.former(c.former, body(c.input, orderSchema, c.rest))
			if written(t, got.Result) != c.want || got.Usage.NumFields != c.fields {
				t.Errorf("%s, %d fields", written(t, got.Result), got.Usage.NumFields)
			}
			if got.ResponseType != "extract" || got.Citations != nil || got.ResponseConfidence != nil || *got.JobID == "" || *got.Duration != 1.5 || *got.Usage.ExtractMode != "extract" {
				t.Errorf("%+v", got)
			}
		})
	}
}

func TestFormerCitations(t *testing.T) {
	b := newBench(t)
	b.Files["svc://a.txt"], b.Files["svc://b.txt"] = "name: Anna\n\ntotal: 12.50\n", "name: Bob\n"
	got := b.former(api.Former{UseChunking: true}, body(`["svc://a.txt","svc://b.txt"]`, orderSchema, blocks+","+citations))
	var trees []map[string][]api.Citation
	if err := json.Unmarshal([]byte(written(t, got.Citations)), &trees); err != nil {
		t.Fatal(err)
	}
	var told []string
	for i, tree := range trees {
		for _, key := range []string{"total", "name", "absent"} {
			list, ok := tree[key]
			switch {
			case !ok:
			case len(list) == 0:
				told = append(told, fmt.Sprintf("%d %s nowhere", i, key))
			default:
				told = append(told, fmt.Sprintf("%d %s %s on %d of %d", i, key, list[0].Content, list[0].BBox.Page, list[0].BBox.OriginalPage))
			}
		}
	}
	want := []string{"0 total nowhere", "0 name Anna on 1 of 1", "0 absent nowhere", "1 total 12.50 on 1 of 1", "1 absent nowhere", "2 total nowhere", "2 name Bob on 2 of 1", "2 absent nowhere"}
	if diff := cmp.Diff(want, told); diff != "" {
		t.Error(diff)
	}

	forced := b.former(api.Former{}, body("svc://a.txt", orderSchema, `"settings":{"citations":{"enabled":true},"force_url_result":true}`))
	for name, v := range map[string]any{"result": forced.Result, "citations": forced.Citations} {
		if at, _ := v.(map[string]any); at["type"] != "url" || at["result_id"] == "" {
			t.Errorf("%s: %v", name, v)
		}
	}
	if a, b := forced.Result.(map[string]any), forced.Citations.(map[string]any); a["url"] == b["url"] {
		t.Errorf("both are behind %v", a["url"])
	}
	var list []map[string][]api.Citation
	if err := json.Unmarshal(b.Artifacts[*forced.JobID+"/result/citations.json"], &list); err != nil || len(list) != 1 || list[0]["name"][0].Content != "Anna" {
		t.Errorf("%v %v", err, list)
	}
}

func TestFormerConfidence(t *testing.T) {
	b := newBench(t)
	oracle(says("Anna")).On(b.Bench)
	b.Files["svc://a.txt"] = "name: Anna"
	got := b.former(api.Former{}, body("svc://a.txt", nameSchema, `"settings":{"deep_extract":true}`))
	c := got.ResponseConfidence
	if c == nil || c.Document <= 0 || c.Document > 1 || written(t, c.Fields) != fmt.Sprintf(`{"name":%v}`, c.Document) {
		t.Errorf("%+v", c)
	}
	if got := b.former(api.Former{}, body("svc://a.txt", nameSchema, "")); got.ResponseConfidence != nil {
		t.Errorf("%+v", got.ResponseConfidence)
	}
}

// Every chunk is shown to the model by itself, with the pictures of its pages.
func TestFormerChunksOfPages(t *testing.T) {
	b, _, _ := optest.Paged(t, "pages=4")
	o := oracle(says("book"))
	o.On(b)
	b.Former = &api.Former{UseChunking: true}
	_, raw, err := b.Run(operation(match.Extract), requestSchema, body("svc://a.pdf", nameSchema,
		`"settings":{"include_images":true},"parsing":{"retrieval":{"chunking":{"chunk_mode":"page"}}}`))
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(raw), `{"name":"book"}`); n != 4 || len(o.Seen) != 4 || o.Images() != 1 {
		t.Errorf("%d results, asked %d times, %d pictures: %s", n, len(o.Seen), o.Images(), raw)
	}
}

// A chunk without text is a result without values, with a model and without one.
func TestFormerEmptyChunks(t *testing.T) {
	for _, asked := range []bool{false, true} {
		b := newBench(t)
		if asked {
			oracle(says("book")).On(b.Bench)
		}
		b.Files["svc://a.txt"] = "name: Anna"
		b.Former = &api.Former{UseChunking: true}
		_, raw, err := b.Run(operation(match.Extract), requestSchema, body("svc://a.txt", nameSchema,
			`"parsing":{"retrieval":{"chunking":{"chunk_mode":"page"},"filter_blocks":["Text","Key Value"]}},`+citations))
		if err != nil || !strings.Contains(string(raw), `"result":[{"name":null}],"citations":[{"name":[]}]`) {
			t.Errorf("%v: %v %s", asked, err, raw)
		}
	}
}

func TestFormerSegment(t *testing.T) {
	b, _, _ := optest.Paged(t, "pages=12")
	o := oracle(`{"names":[]}`)
	o.On(b)
	const list = `{"type":"object","properties":{"names":{"type":"array","items":{"type":"string"}}}}`
	for segment, want := range map[int]int{0: 2, 4: 4} {
		o.Seen, b.Former = nil, &api.Former{Segment: segment}
		if _, _, err := b.Run(operation(match.Extract), requestSchema, body("svc://a.pdf", list, `"settings":{"array_extract":true}`)); err != nil {
			t.Fatal(err)
		}
		if len(o.Seen) != want {
			t.Errorf("segments of %d pages: asked %d times, want %d", segment, len(o.Seen), want)
		}
	}
}
