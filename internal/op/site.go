package op

import (
	"math"

	"github.com/octavo-dev/octavo/internal/format"
	"github.com/octavo-dev/octavo/internal/register"
)

// Site is what one installation allows, offers and charges. It does not change while the service runs.
type Site struct {
	Limits  Limits
	Billing Billing
	Models  []Model

	DefaultModel      string // parse.default_model: legacy or r-1
	NumericConfidence bool   // parse.numeric_confidence
	LayoutModel       bool   // the neural layout model is installed
	Recognition       bool   // text can be read from pixels
	StudioURL         string // without trailing slash; empty when Studio is off

	Register register.Register // the versions of the models of this product
}

// Limits are the bounds of contract 20.1 that operations enforce.
type Limits struct {
	Inputs        int
	MaxPages      int
	Cells         int
	DocumentBytes int64
	InlineBytes   int64
	ResultBytes   int64
	ImagePages    int // of a request whose pages are shown to a model
	Expansion     format.Expansion
}

// DefaultLimits are the values of an installation that sets none.
var DefaultLimits = Limits{
	Inputs:        100,
	MaxPages:      10_000,
	Cells:         5_000_000,
	DocumentBytes: 5 << 30,
	InlineBytes:   6 << 20,
	ResultBytes:   1 << 30,
	ImagePages:    10,
	Expansion:     format.DefaultLimits.Expansion,
}

// Billing says which usage fields are filled and at what rates.
type Billing struct {
	Mode  string // credits, breakdown, off
	Rates Rates
}

// Rates is the rate card in credits.
type Rates struct {
	Page          float64 // a parsed page
	Complex       float64 // added for an HTML table or Key Value block
	AgenticFactor float64 // on pages an agentic pass worked on
	NativePage    float64 // txt, html, docx read natively
	Chart         float64
	CellsAccurate float64 // spreadsheet cells a credit, clustering accurate
	CellsFast     float64 // spreadsheet cells a credit, other clustering
	ExtractPage   float64
	LatencyFactor float64
	BatchFactor   float64

	DeepExtractPage, DeepExtractField, DeepExtractMin float64

	ClassifyPage, DeepClassifyPage float64
	SplitPage, DeepSplitPage       float64
	EditPage, PrefilledPage        float64
}

// Round rounds credits so that sums print as they are meant.
func (Rates) Round(credits float64) float64 { return math.Round(credits*1e4) / 1e4 }

// DefaultRates is the rate card of an installation that sets none.
var DefaultRates = Rates{
	Page: 1, Complex: 1, AgenticFactor: 2, NativePage: 0.5, Chart: 4,
	CellsAccurate: 1000, CellsFast: 5000, ExtractPage: 2, LatencyFactor: 2, BatchFactor: 0.8,
	DeepExtractPage: 4, DeepExtractField: 0.1, DeepExtractMin: 30, ClassifyPage: 0.5, DeepClassifyPage: 1, SplitPage: 2, DeepSplitPage: 4, EditPage: 4, PrefilledPage: 1,
}

// Model is one configured language or vision model.
type Model struct {
	Name  string   `json:"name"`
	Kind  string   `json:"kind"`
	Roles []string `json:"roles"`
}

// HasRole reports whether any configured model has the role.
func (s Site) HasRole(role string) bool {
	for _, m := range s.Models {
		for _, r := range m.Roles {
			if r == role {
				return true
			}
		}
	}
	return false
}
