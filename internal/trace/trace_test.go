package trace_test

import (
	"context"
	"errors"
	"testing"

	"go.opentelemetry.io/otel"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"github.com/octavo-dev/octavo/internal/trace"
)

func TestTaskContinuesTheRequest(t *testing.T) {
	recorder := tracetest.NewSpanRecorder()
	otel.SetTracerProvider(sdk.NewTracerProvider(sdk.WithSpanProcessor(recorder)))
	ctx, request := otel.Tracer("test").Start(context.Background(), "POST /parse_async")
	parent := trace.Parent(ctx)
	request.End()

	_, span := trace.Task(context.Background(), parent, "parse read")
	trace.End(span, errors.New("the text of a document"))

	spans := recorder.Ended()
	if len(spans) != 2 {
		t.Fatalf("%d spans", len(spans))
	}
	task := spans[1]
	if task.SpanContext().TraceID() != request.SpanContext().TraceID() || task.Parent().SpanID() != request.SpanContext().SpanID() {
		t.Error("the task does not continue the trace of its request")
	}
	if got := task.Status().Description; got != "INTERNAL_ERROR" {
		t.Errorf("the status says %q", got)
	}
}

func TestNothingRecordedWithoutEndpoint(t *testing.T) {
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "")
	t.Setenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "")
	stop, err := trace.Start(context.Background(), "v0")
	if err != nil {
		t.Fatal(err)
	}
	if err := stop(context.Background()); err != nil {
		t.Error(err)
	}
	if got := trace.Parent(context.Background()); got != "" {
		t.Errorf("parent %q without a span", got)
	}
}
