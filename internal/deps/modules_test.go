package deps

import (
	"slices"
	"strings"
	"testing"
)

// allowed are the modules the product is made of. A new one needs a reason in its commit and a line here.
var allowed = map[string]string{
	"cloud.google.com/go/storage":                                     "store on gs://",
	"github.com/Azure/azure-sdk-for-go/sdk/azcore":                    "store on azblob://",
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob":            "store on azblob://",
	"github.com/alecthomas/kong":                                      "commands and flags",
	"github.com/anthropics/anthropic-sdk-go":                          "models of Anthropic",
	"github.com/aws/aws-sdk-go-v2":                                    "store on s3://",
	"github.com/aws/aws-sdk-go-v2/config":                             "store on s3://",
	"github.com/aws/aws-sdk-go-v2/credentials":                        "store on s3://",
	"github.com/aws/aws-sdk-go-v2/feature/s3/transfermanager":         "store on s3://",
	"github.com/aws/aws-sdk-go-v2/service/s3":                         "store on s3://",
	"github.com/aws/smithy-go":                                        "store on s3://",
	"github.com/boombuler/barcode":                                    "barcodes in forms",
	"github.com/google/uuid":                                          "ids",
	"github.com/jackc/pgx/v5":                                         "PostgreSQL",
	"github.com/klippa-app/go-pdfium":                                 "PDF files where the native library is missing",
	"github.com/modelcontextprotocol/go-sdk":                          "tools for agents",
	"github.com/openai/openai-go/v3":                                  "models of OpenAI and of all who speak its protocol",
	"github.com/pressly/goose/v3":                                     "migrations",
	"github.com/prometheus/client_golang":                             "metrics",
	"github.com/redis/go-redis/v9":                                    "rate limits across replicas",
	"github.com/santhosh-tekuri/jsonschema/v6":                        "validation of bodies",
	"github.com/tetratelabs/wazero":                                   "runs that PDF engine",
	"github.com/vbauerster/mpb/v8":                                    "progress bars",
	"github.com/yalue/onnxruntime_go":                                 "runs the recognition networks",
	"github.com/yuin/goldmark":                                        "Markdown",
	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp":   "traces",
	"go.opentelemetry.io/otel":                                        "traces",
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp": "traces",
	"go.opentelemetry.io/otel/sdk":                                    "traces",
	"go.opentelemetry.io/otel/trace":                                  "traces",
	"gocloud.dev":                                                     "stores by URL",
	"golang.org/x/image":                                              "WebP, LZW of TIFF files, charts, letters over drawn pages",
	"golang.org/x/net":                                                "HTML, IDNA",
	"golang.org/x/sync":                                               "single flight, groups",
	"golang.org/x/sys":                                                "disk space, signals, limits",
	"golang.org/x/text":                                               "character sets",
	"golang.org/x/time":                                               "rates",
	"google.golang.org/genai":                                         "models of Google",
	"gopkg.in/yaml.v3":                                                "settings",
	"modernc.org/sqlite":                                              "the embedded database",
}

// onlyTests are modules that tests may use beside those above.
var onlyTests = []string{
	"github.com/alicebob/miniredis/v2", "github.com/google/go-cmp", "github.com/standard-webhooks/standard-webhooks/libraries",
	"go.uber.org/goleak", "pgregory.net/rapid",
}

// A package outside the list cannot slip in: what our files import by themselves must come from a listed module.
func TestModules(t *testing.T) {
	byPath := map[string]goPackage{}
	for _, p := range list(t, "-deps", "-test", "./...") {
		path, _, _ := strings.Cut(p.ImportPath, " ") // "x [x.test]" is x compiled for a test
		byPath[path] = p
	}
	check := func(from string, imports []string, more []string) {
		for _, path := range imports {
			path, _, _ = strings.Cut(path, " ")
			p := byPath[path]
			if p.Standard || p.Module == nil || p.Module.Path == module {
				continue
			}
			if _, ok := allowed[p.Module.Path]; !ok && !slices.Contains(more, p.Module.Path) {
				t.Errorf("%s imports %s: module %s is not on the list", from, path, p.Module.Path)
			}
		}
	}
	for _, p := range list(t, "./...") {
		if testSupport(p.ImportPath) {
			check(p.name(), p.Imports, onlyTests)
		} else {
			check(p.name(), p.Imports, nil)
		}
	}
	for _, p := range list(t, "-test", "./...") {
		if strings.Contains(p.ImportPath, ".test") {
			check(p.name(), p.Imports, onlyTests)
		}
	}
}
