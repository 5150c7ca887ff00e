package api

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// wire pairs component schemas with the Go types that are written or read for them.
var wire = map[string]any{
	"AsyncConfig": AsyncConfig{}, "AsyncResponse": AsyncResponse{}, "BlockExtra": Extra{}, "BoundingBox": BoundingBox{},
	"CancelResponse": CancelResponse{}, "CapabilitiesResponse": CapabilitiesResponse{},
	"CapabilityModel": CapabilityModel{}, "CategoryConfidence": CategoryConfidence{}, "ChartAxis": ChartAxis{},
	"ChartData": ChartData{}, "ChartPoint": ChartPoint{}, "ChartResponse": ChartResponse{},
	"ChartResult": ChartResult{}, "ChartSeries": ChartSeries{}, "ChartUsage": ChartUsage{}, "Chunking": Chunking{},
	"Citation": Citation{}, "Citations": Citations{}, "CiteMatch": CiteMatch{}, "CiteQuery": CiteQuery{},
	"CiteRequest": CiteRequest{}, "CiteResponse": CiteResponse{}, "CiteResult": CiteResult{},
	"ClassificationCategory": ClassificationCategory{}, "ClassifyConfig": ClassifyRequest{},
	"ClassifyResponse": ClassifyResponse{}, "ClassifyResult": ClassifyResult{}, "ClassifyUsage": ClassifyUsage{},
	"ClassifyUsageBreakdown": ClassifyUsageBreakdown{}, "CriteriaConfidence": CriteriaConfidence{},
	"CustomResult": Custom{}, "DeepSplit": DeepSplit{}, "DeepSplitPageEvidence": DeepSplitPageEvidence{},
	"DeepSplitPartition": DeepSplitPartition{}, "DeepSplitResult": DeepSplitResult{},
	"DeleteJobResponse": DeleteJobResponse{}, "DeleteUploadResponse": DeleteUploadResponse{}, "Deleted": Deleted{},
	"DeliveriesResponse": DeliveriesResponse{}, "Delivery": Delivery{}, "DeliveryAttempt": Attempt{},
	"DocumentProperties": DocumentProperties{}, "DrainStatus": DrainStatus{}, "AsyncEditConfig": EditRequest{},
	"EditOptions": EditOptions{}, "EditResponse": EditResponse{}, "EditStep": EditStep{},
	"EditUsageBreakdown": EditUsageBreakdown{}, "EditWidget": EditWidget{}, "WidgetOption": WidgetOption{}, "Endpoint": Endpoint{},
	"EndpointCreate": EndpointCreate{}, "EndpointPatch": EndpointPatch{}, "EndpointSecret": EndpointSecret{},
	"EndpointsResponse": EndpointsResponse{}, "EnhancedAsyncJobResponse": JobResponse{}, "Enhance": Enhance{},
	"ErrorBody": ErrorBody{}, "ErrorDetail": ErrorDetail{}, "ExtractOverride": ExtractOverride{},
	"AsyncExtractConfig": ExtractRequest{}, "ExtractRequest": ExtractRequest{}, "ExtractResponse": ExtractResponse{},
	"ExtractResponseConfidence": ExtractResponseConfidence{}, "ExtractSettings": ExtractSettings{},
	"ExtractSplitResponse": ExtractSplitResponse{}, "ExtractStep": ExtractStep{}, "ExtractUsage": ExtractUsage{},
	"ExtractUsageBreakdown": ExtractUsageBreakdown{}, "Formatting": Formatting{}, "FullResult": FullResult{},
	"GranularConfidence": GranularConfidence{}, "HTTPValidationError": HTTPValidationError{},
	"HybridVpcSettings": HybridVpcSettings{}, "Instructions": Instructions{}, "JobSource": Source{},
	"JobSourceInput": SourceInput{}, "JobsResponse": JobsResponse{}, "Key": Key{}, "KeyCreate": KeyCreate{},
	"KeysResponse": KeysResponse{}, "MergedTable": MergedTable{}, "ModelVersion": ModelVersion{},
	"ModelsResponse": ModelsResponse{}, "OCRLine": OCRLine{}, "OCRResult": OCRResult{}, "OCRWord": OCRWord{},
	"PageImage": PageImage{}, "PageRange": PageRange{}, "ParentBlock": ParentBlock{}, "ParseBlock": ParseBlock{},
	"ParseChunk": ParseChunk{}, "ParseOptions": ParseOptions{}, "ParseRequest": ParseRequest{},
	"AsyncParseConfig": ParseRequest{}, "ParseResponse": ParseResponse{}, "ParseUsage": ParseUsage{},
	"ParseUsageBreakdown": ParseUsageBreakdown{}, "PipelineDefinition": PipelineDefinition{},
	"PipelineResponse": PipelineResponse{}, "PipelineResult": PipelineResult{}, "PipelineSettings": PipelineSettings{},
	"PipelineSummary": PipelineSummary{}, "PipelinesResponse": PipelinesResponse{}, "QueueMetrics": QueueMetrics{},
	"QueueProbe": Probe{}, "ReadinessCheck": ReadinessCheck{}, "ReadyChecks": ReadyChecks{},
	"ReadyResponse": ReadyResponse{}, "ResponseConfidence": ResponseConfidence{}, "Retrieval": Retrieval{},
	"Settings": Settings{}, "SingleJob": SingleJob{}, "SourceDocument": SourceDocument{}, "Split": Split{},
	"SplitCategory": SplitCategory{}, "SplitLargeTables": SplitLargeTables{}, "SplitPartition": SplitPartition{},
	"AsyncSplitConfig": SplitRequest{}, "SplitResponse": SplitResponse{}, "SplitResult": SplitResult{},
	"SplitSettings": SplitSettings{}, "SplitStep": SplitStep{}, "SplitUsageBreakdown": SplitUsageBreakdown{},
	"Spreadsheet": Spreadsheet{}, "TenantThrottling": TenantThrottling{}, "UploadBody": UploadBody{},
	"UploadResponse": UploadResponse{}, "UrlResult": URLResult{}, "UsageResponse": UsageResponse{},
	"UsageRow": UsageRow{}, "V3AsyncPipelineConfig": PipelineRequest{}, "V3ExtractResponse": V3ExtractResponse{},
	"ValidationError": ValidationError{}, "WebhookConfigNew": WebhookConfig{}, "WebhookEvent": WebhookEvent{},
}

// untyped are the objects of the document that Go handles as part of another type: entries of unions that share one
// Go type, the synchronous halves of requests, and trees whose keys are the caller's.
var untyped = []string{
	"CitedResult", "CitedValue", "DirectWebhookConfig", "DisabledWebhookConfig", "EditConfig", "FigureAgentic",
	"SvixWebhookConfig", "SyncSplitConfig", "TableAgentic", "TableSize", "TextAgentic", "V3PipelineConfig",
}

// TestTypesMatchTheDocument holds Go fields and schema properties to the same names in the same order, and to the
// same view of what may be left out or null.
func TestTypesMatchTheDocument(t *testing.T) {
	schemas := document().object("components").object("schemas")
	for _, m := range schemas {
		o := m.value.(object)
		value, typed := wire[m.key]
		if o.text("type") == "object" && typed == slices.Contains(untyped, m.key) {
			t.Errorf("%s must be either typed or listed as untyped", m.key)
		}
		if !typed {
			continue
		}
		var want, got []string
		for _, p := range o.object("properties") {
			want = append(want, p.key)
		}
		typ := reflect.TypeOf(value)
		for i := range typ.NumField() {
			name, options, _ := strings.Cut(typ.Field(i).Tag.Get("json"), ",")
			got = append(got, name)
			omitted := strings.Contains(options, "omit")
			if required := slices.Contains(o.list("required"), any(name)); omitted && required {
				t.Errorf("%s.%s is required but may be left out", m.key, name)
			}
			prop := o.object("properties").object(name)
			pointer := typ.Field(i).Type.Kind() == reflect.Pointer
			if prop != nil && pointer && !omitted && !rules().compile(prop).nullable && !prop.has("default") {
				t.Errorf("%s.%s may be null in Go but not in the document", m.key, name)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: document and Go differ: %s", m.key, diff)
		}
	}
	for name := range wire {
		if !schemas.has(name) {
			t.Errorf("%s is not in the document", name)
		}
	}
}

// TestAnswersValidate writes every zero answer and reads it back through the document.
func TestAnswersValidate(t *testing.T) {
	id := "x"
	answers := map[string]any{
		"ParseResponse": ParseResponse{ResponseType: "parse", ParseMode: "base", Result: FullResult{
			Type: "full", Chunks: []ParseChunk{{Blocks: []ParseBlock{{Type: "Text", Confidence: ConfidenceLow, Extra: &Extra{Level: 2}}}}},
			OCR: &OCRResult{Words: []OCRWord{}, Lines: []OCRLine{}}, Custom: &Custom{Warnings: []string{"w"}},
		}, DocumentProperties: &DocumentProperties{}, Usage: ParseUsage{
			Credits: Some(1.5), CreditBreakdown: Some(map[string]float64{"page": 1}),
			PageBillingBreakdown: map[string][]string{"1": {"page"}},
		}},
		"V3ExtractResponse": V3ExtractResponse{ResponseType: "v3_extract", JobID: &id, Result: []any{map[string]any{"a": 1}}},
		"SplitResponse": SplitResponse{ResponseType: "split", Result: SplitResult{
			SectionMapping: map[string][]int{"a": {}}, Splits: []Split{{Name: "a", Pages: []int{1}, Conf: "high"}}},
			Usage: ParseUsage{UsageBreakdown: &SplitUsageBreakdown{SplitModel: "Split"}}},
		"ClassifyResponse": ClassifyResponse{ResponseType: "classify", Result: URLResult{Type: "url"},
			Usage: &ClassifyUsage{Credits: Null[float64]()}, ResponseConfidence: &ResponseConfidence{Categories: []CategoryConfidence{}}},
		"EditResponse": EditResponse{ResponseType: "edit", Usage: &ParseUsage{UsageBreakdown: &EditUsageBreakdown{EditModel: "Normal"}}},
		"ChartResponse": ChartResponse{ResponseType: "chart", Usage: ChartUsage{NumCharts: 1}, Result: ChartResult{
			ChartData: ChartData{ChartType: "bar", XAxis: &ChartAxis{Type: "time"}, Series: []ChartSeries{{Points: []ChartPoint{{X: 1, Y: "b"}}}}}}},
		"PipelineResponse":         PipelineResponse{ResponseType: "pipeline"},
		"EnhancedAsyncJobResponse": JobResponse{Status: "Pending", State: "InProgress"},
		"JobsResponse":             JobsResponse{Jobs: []SingleJob{{Status: "Failed", State: "Cancelled", Type: "Parse"}}},
		"CiteResponse":             CiteResponse{Results: []CiteResult{{Matches: []CiteMatch{{BBoxes: []BoundingBox{}}}}}},
		"Delivery":                 Delivery{Status: "pending", Attempts: []Attempt{{}}},
		"QueueMetrics":             QueueMetrics{},
		"DrainStatus":              DrainStatus{},
		"ReadinessCheck":           ReadinessCheck{},
		"HTTPValidationError":      HTTPValidationError{Errors{{Loc: []any{"body", 1}, Msg: "m", Type: "missing"}}},
	}
	for name, answer := range answers {
		raw, err := Marshal(answer)
		if err != nil {
			t.Fatal(err)
		}
		if _, errs := Validate(name, raw); errs != nil {
			t.Errorf("%s: %s: %v %v", name, raw, errs[0].Loc, errs)
		}
	}
}

func TestMarshalAround(t *testing.T) {
	// What looks like the field inside a text is none.
	outer := ParseResponse{ResponseType: `"result":null`, JobID: "1", ParseMode: "base"}
	inner := FullResult{Type: "full", Chunks: []ParseChunk{{Content: "null \u2028 <b>"}}}
	written, err := Marshal(inner)
	if err != nil {
		t.Fatal(err)
	}
	got, err := MarshalAround(outer, "result", written)
	if err != nil {
		t.Fatal(err)
	}
	outer.Result = inner
	if want, err := Marshal(outer); err != nil || string(got) != string(want) {
		t.Errorf("%s, want %s (%v)", got, want, err)
	}
	if _, err := MarshalAround(outer, "result", written); err == nil {
		t.Error("a field that is not null")
	}
}
