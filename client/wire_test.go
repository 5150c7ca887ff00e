package client

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/api"
)

// wire pairs the types of this package with the schemas of the OpenAPI document that they are written or read for. A
// type that is read for several holds the fields of all of them.
var wire = map[reflect.Type][]string{
	reflect.TypeFor[ParseRequest]():       {"ParseRequest", "AsyncParseConfig"},
	reflect.TypeFor[ParseOptions]():       {"ParseOptions"},
	reflect.TypeFor[Enhance]():            {"Enhance"},
	reflect.TypeFor[Agentic]():            {"TableAgentic", "FigureAgentic", "TextAgentic"},
	reflect.TypeFor[Retrieval]():          {"Retrieval"},
	reflect.TypeFor[Chunking]():           {"Chunking"},
	reflect.TypeFor[Formatting]():         {"Formatting"},
	reflect.TypeFor[Spreadsheet]():        {"Spreadsheet"},
	reflect.TypeFor[SplitLargeTables]():   {"SplitLargeTables"},
	reflect.TypeFor[Settings]():           {"Settings"},
	reflect.TypeFor[TenantThrottling]():   {"TenantThrottling"},
	reflect.TypeFor[HybridVpc]():          {"HybridVpcSettings"},
	reflect.TypeFor[PageRange]():          {"PageRange"},
	reflect.TypeFor[Async]():              {"AsyncConfig"},
	reflect.TypeFor[Webhook]():            {"WebhookConfigNew", "DirectWebhookConfig", "SvixWebhookConfig", "DisabledWebhookConfig"},
	reflect.TypeFor[ParseResponse]():      {"ParseResponse"},
	reflect.TypeFor[ParseResult]():        {"FullResult", "UrlResult"},
	reflect.TypeFor[URLResult]():          {"UrlResult"},
	reflect.TypeFor[Chunk]():              {"ParseChunk"},
	reflect.TypeFor[Block]():              {"ParseBlock"},
	reflect.TypeFor[BlockExtra]():         {"BlockExtra"},
	reflect.TypeFor[MergedTable]():        {"MergedTable"},
	reflect.TypeFor[BoundingBox]():        {"BoundingBox"},
	reflect.TypeFor[GranularConfidence](): {"GranularConfidence"},
	reflect.TypeFor[OCR]():                {"OCRResult"},
	reflect.TypeFor[Word]():               {"OCRWord", "OCRLine"},
	reflect.TypeFor[Custom]():             {"CustomResult"},
	reflect.TypeFor[SourceDocument]():     {"SourceDocument"},
	reflect.TypeFor[PageImage]():          {"PageImage"},
	reflect.TypeFor[DocumentProperties](): {"DocumentProperties"},
	reflect.TypeFor[Usage]():              {"ParseUsage"},
	reflect.TypeFor[ExtractRequest]():     {"ExtractRequest", "AsyncExtractConfig"},
	reflect.TypeFor[Instructions]():       {"Instructions"},
	reflect.TypeFor[ExtractSettings]():    {"ExtractSettings"},
	reflect.TypeFor[Citations]():          {"Citations"},
	reflect.TypeFor[ExtractResponse]():    {"V3ExtractResponse"},
	reflect.TypeFor[ExtractUsage]():       {"ExtractUsage"},
	reflect.TypeFor[Cited[string]]():      {"CitedValue"},
	reflect.TypeFor[Citation]():           {"Citation"},
	reflect.TypeFor[CitedBlock]():         {"ParentBlock"},
	reflect.TypeFor[SplitRequest]():       {"SyncSplitConfig", "AsyncSplitConfig"},
	reflect.TypeFor[SplitCategory]():      {"SplitCategory"},
	reflect.TypeFor[SplitSettings]():      {"SplitSettings"},
	reflect.TypeFor[SplitResponse]():      {"SplitResponse"},
	reflect.TypeFor[SplitResult]():        {"SplitResult", "DeepSplitResult", "UrlResult"},
	reflect.TypeFor[Section]():            {"Split", "DeepSplit"},
	reflect.TypeFor[Partition]():          {"SplitPartition", "DeepSplitPartition"},
	reflect.TypeFor[SplitPage]():          {"DeepSplitPageEvidence"},
	reflect.TypeFor[ClassifyRequest]():    {"ClassifyConfig"},
	reflect.TypeFor[Category]():           {"ClassificationCategory"},
	reflect.TypeFor[ClassifyResponse]():   {"ClassifyResponse"},
	reflect.TypeFor[ClassifyResult]():     {"ClassifyResult", "UrlResult"},
	reflect.TypeFor[ResponseConfidence](): {"ResponseConfidence"},
	reflect.TypeFor[CategoryConfidence](): {"CategoryConfidence"},
	reflect.TypeFor[CriteriaConfidence](): {"CriteriaConfidence"},
	reflect.TypeFor[ClassifyUsage]():      {"ClassifyUsage"},
	reflect.TypeFor[EditRequest]():        {"EditConfig", "AsyncEditConfig"},
	reflect.TypeFor[EditOptions]():        {"EditOptions"},
	reflect.TypeFor[Widget]():             {"EditWidget"},
	reflect.TypeFor[WidgetOption]():       {"WidgetOption"},
	reflect.TypeFor[EditResponse]():       {"EditResponse"},
	reflect.TypeFor[PipelineRequest]():    {"V3PipelineConfig", "V3AsyncPipelineConfig"},
	reflect.TypeFor[PipelineSettings]():   {"PipelineSettings"},
	reflect.TypeFor[PipelineResponse]():   {"PipelineResponse"},
	reflect.TypeFor[PipelineResult]():     {"PipelineResult"},
	reflect.TypeFor[SectionExtract]():     {"ExtractSplitResponse"},
	reflect.TypeFor[CiteRequest]():        {"CiteRequest"},
	reflect.TypeFor[CiteQuery]():          {"CiteQuery"},
	reflect.TypeFor[CiteResponse]():       {"CiteResponse"},
	reflect.TypeFor[CiteResult]():         {"CiteResult"},
	reflect.TypeFor[CiteMatch]():          {"CiteMatch"},
	reflect.TypeFor[Job]():                {"EnhancedAsyncJobResponse", "SingleJob", "CancelResponse"},
	reflect.TypeFor[Source]():             {"JobSource"},
	reflect.TypeFor[SourceInput]():        {"JobSourceInput"},
	reflect.TypeFor[Error]():              {"ErrorDetail"},
	reflect.TypeFor[Capabilities]():       {"CapabilitiesResponse"},
	reflect.TypeFor[Model]():              {"CapabilityModel"},
	reflect.TypeFor[UsageDay]():           {"UsageRow"},
	reflect.TypeFor[uploaded]():           {"UploadResponse"},
	reflect.TypeFor[WebhookEvent]():       {"WebhookEvent"},
}

// Fields of the document that this package leaves to the reader of the JSON.
var leftOut = map[string][]string{"ValidationError": {"input", "ctx"}}

type schema = map[string]any

// TestTypesMatchTheDocument holds the fields of every type to the properties of its schemas, in both directions, and
// the constants of every enumeration to the values that stand there.
func TestTypesMatchTheDocument(t *testing.T) {
	var document struct {
		Components struct {
			Schemas map[string]schema `json:"schemas"`
		} `json:"components"`
	}
	if err := json.Unmarshal(api.OpenAPI("v", ""), &document); err != nil {
		t.Fatal(err)
	}
	schemas := document.Components.Schemas
	wire[reflect.TypeFor[Problem]()] = []string{"ValidationError"}
	declared, seen := constants(t), map[string]map[string]bool{}
	for typ, names := range wire {
		properties := map[string][]schema{}
		for _, name := range names {
			if schemas[name] == nil {
				t.Errorf("%s: no schema %s in the document", typ, name)
				continue
			}
			for property, value := range schemas[name]["properties"].(schema) {
				if !slices.Contains(leftOut[name], property) {
					properties[property] = append(properties[property], value.(schema))
				}
			}
		}
		fields := fieldsOf(typ)
		for name := range properties {
			if fields[name] == nil {
				t.Errorf("%s has no field for %s of %v", typ, name, names)
			}
		}
		for name, field := range fields {
			if properties[name] == nil {
				t.Errorf("%s.%s is in none of %v", typ, name, names)
				continue
			}
			enum := elementOf(field)
			if enum.Kind() != reflect.String || enum.PkgPath() == "" {
				continue
			}
			if seen[enum.Name()] == nil {
				seen[enum.Name()] = map[string]bool{}
			}
			for _, property := range properties[name] {
				for _, value := range values(schemas, property) {
					seen[enum.Name()][value] = true
				}
			}
		}
	}
	for enum, values := range seen {
		want := slices.Sorted(maps.Keys(values))
		if got := slices.Sorted(slices.Values(declared[enum])); !slices.Equal(got, want) {
			t.Errorf("%s: constants %q, document %q", enum, got, want)
		}
	}
	for enum := range declared {
		if seen[enum] == nil {
			t.Errorf("%s is used by no type that is held to the document", enum)
		}
	}
}

// fieldsOf are the JSON names of a type, those of embedded types included.
func fieldsOf(typ reflect.Type) map[string]reflect.Type {
	fields := map[string]reflect.Type{}
	for i := range typ.NumField() {
		field := typ.Field(i)
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		switch {
		case field.Anonymous:
			maps.Copy(fields, fieldsOf(field.Type))
		case field.IsExported() && name != "-":
			fields[name] = field.Type
		}
	}
	return fields
}

func elementOf(typ reflect.Type) reflect.Type {
	for typ.Kind() == reflect.Pointer || typ.Kind() == reflect.Slice {
		typ = typ.Elem()
	}
	return typ
}

// values are the strings that a schema allows, wherever in it they stand.
func values(schemas map[string]schema, s schema) []string {
	var found []string
	if ref, ok := s["$ref"].(string); ok {
		found = values(schemas, schemas[strings.TrimPrefix(ref, "#/components/schemas/")])
	}
	if text, ok := s["const"].(string); ok {
		found = append(found, text)
	}
	enum, _ := s["enum"].([]any)
	for _, value := range enum {
		if text, ok := value.(string); ok {
			found = append(found, text)
		}
	}
	if items, ok := s["items"].(schema); ok {
		found = append(found, values(schemas, items)...)
	}
	for _, key := range []string{"anyOf", "oneOf"} {
		branches, _ := s[key].([]any)
		for _, branch := range branches {
			found = append(found, values(schemas, branch.(schema))...)
		}
	}
	return found
}

// constants are the typed string constants of this package by their type.
func constants(t *testing.T) map[string][]string {
	found := map[string][]string{}
	collect := func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || len(spec.Values) != 1 {
			return true
		}
		typ, isNamed := spec.Type.(*ast.Ident)
		value, isText := spec.Values[0].(*ast.BasicLit)
		if isNamed && isText && value.Kind == token.STRING {
			text, err := strconv.Unquote(value.Value)
			if err != nil {
				t.Fatal(err)
			}
			found[typ.Name] = append(found[typ.Name], text)
		}
		return true
	}
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, collect)
	}
	return found
}
