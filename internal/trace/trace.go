// Package trace sends spans to the collector that the standard OpenTelemetry variables name, and carries them across the task queue.
package trace

import (
	"context"
	"fmt"
	"os"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"

	"github.com/octavo-dev/octavo/internal/fault"
)

const scope = "github.com/octavo-dev/octavo"

// Start sets the process up for tracing and returns what flushes it. Without an endpoint in the environment
// nothing is recorded and nothing is sent.
func Start(ctx context.Context, version string) (stop func(context.Context) error, err error) {
	otel.SetTextMapPropagator(propagation.TraceContext{})
	if os.Getenv("OTEL_EXPORTER_OTLP_ENDPOINT") == "" && os.Getenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") == "" {
		return func(context.Context) error { return nil }, nil
	}
	exporter, err := otlptracehttp.New(ctx)
	if err != nil {
		return nil, fmt.Errorf("start tracing: %w", err)
	}
	res, err := resource.New(ctx, resource.WithFromEnv(), resource.WithAttributes(
		attribute.String("service.name", "octavo"), attribute.String("service.version", version)))
	if err != nil {
		return nil, fmt.Errorf("describe this process for tracing: %w", err)
	}
	provider := sdk.NewTracerProvider(sdk.WithBatcher(exporter), sdk.WithResource(res))
	otel.SetTracerProvider(provider)
	return provider.Shutdown, nil
}

// Parent is the traceparent of the span in ctx, for a task row; empty when nothing is recorded.
func Parent(ctx context.Context) string {
	carrier := propagation.MapCarrier{}
	propagation.TraceContext{}.Inject(ctx, carrier)
	return carrier.Get("traceparent")
}

// Task opens the span of a task that was enqueued under parent.
func Task(ctx context.Context, parent, name string, attrs ...attribute.KeyValue) (context.Context, trace.Span) {
	ctx = propagation.TraceContext{}.Extract(ctx, propagation.MapCarrier{"traceparent": parent})
	return otel.Tracer(scope).Start(ctx, name, trace.WithSpanKind(trace.SpanKindConsumer), trace.WithAttributes(attrs...))
}

// End closes a span with the name of its failure, never with its message: messages may speak of documents.
func End(span trace.Span, err error) {
	if err != nil {
		span.SetStatus(codes.Error, string(fault.Of(err).Name))
	}
	span.End()
}
