package op

import (
	"context"
	"io"
	"time"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/edit/pdf"
	"github.com/octavo-dev/octavo/internal/embed"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/infer"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/reader"
)

// Env is what a running task may use.
type Env struct {
	Site      Site
	Sources   Sources
	Artifacts Artifacts
	Reader    *reader.Reader
	PDF       *pdf.Writer                  // changes PDF files
	Models    *infer.Set                   // nil where none is configured
	Embed     embed.Embedder               // nil where the embedding model is missing
	Report    func(Progress)               // may be called often; the runner thins it out
	Turned    func(input string, page int) // told of every page that is read; nil where nobody asks
	Whole     func([]*doc.Document)        // told of the documents of a parse; nil where nobody asks
	Unkept    bool                         // nothing of the job is kept for later ones
	Now       func() time.Time
	Step      string // of a job of several: tells the names of their results apart; empty for others

	// Parts returns the outputs of the page batches the main task waited for, in their order.
	Parts func(context.Context, job.Task) ([]string, error)
	// Child returns how a job of the same organization ended that this or an earlier one started.
	Child func(ctx context.Context, task job.Task, id string) (Child, error)
}

// Child is a job that another one started.
type Child struct {
	Result []byte       // its response; nil unless it is Completed
	Error  *fault.Error // why it is not
	// Open returns the last artifact of a kind that it stored; fault.NotFound where there is none.
	Open func(ctx context.Context, kind string) (io.ReadCloser, error)
}

// Progress is how far a job has come.
type Progress struct {
	Done       float64 // 0 to 1
	NumPages   int     // pages to process; 0 while unknown
	TotalPages int     // pages in the sources; 0 while unknown
}

// Sources turns input strings into bytes, for the organization of the task and under its limits.
type Sources interface {
	// Fetch copies an input that lies outside into the store, as an artifact of the job, and returns the string
	// that Open takes in its place. Fetching again after a lost attempt is harmless.
	Fetch(ctx context.Context, task job.Task, input string) (string, error)

	// Open returns the bytes of an input that needs no download: a string from Fetch, a file id, an own object
	// URL. An input of no known form is fault.InvalidConfig, type invalid_url_format.
	Open(ctx context.Context, task job.Task, input string) (*Source, error)

	// Model returns what Artifacts.Add stored with KindModel for an earlier job of the same organization.
	Model(ctx context.Context, task job.Task, jobID string) (io.ReadCloser, error)
}

// Source is an opened input. Data is an *os.File where the bytes lie in or were spooled to a file, so that a
// child process can read them too.
type Source struct {
	Name      string // file name without folder; may be empty
	MediaType string // what the origin said; may be empty
	Size      int64
	Data      io.ReaderAt
	io.Closer
}

// Kinds of artifacts.
const (
	KindDocument = "document" // a fetched source or an edited document
	KindModel    = "model"    // what jobid:// reads
	KindResult   = "result"   // the document behind a URLResult
	KindPDF      = "pdf"
	KindImage    = "image"
	KindChart    = "chart"
	KindAlbum    = "album" // where the pages of the job can be seen
	KindPage     = "page"  // a page drawn because somebody asked for it
	KindPart     = "part"  // what one page batch hands on to the stage that assembles
)

// Artifacts stores what a job leaves behind beside its result.
type Artifacts interface {
	// Add stores a new artifact of the task's job. One that a lost attempt left under the same kind and name is
	// replaced.
	Add(ctx context.Context, task job.Task, a Artifact) (Stored, error)
	// Open returns what Add stored for the same job under an id.
	Open(ctx context.Context, task job.Task, id string) (io.ReadCloser, error)
}

// Artifact is something to store.
type Artifact struct {
	Kind        string
	Name        string // file name a download gets
	ContentType string
	Body        io.Reader
}

// Stored names a stored artifact. URL is what a result carries: a placeholder that is signed afresh whenever
// the result is read.
type Stored struct {
	ID  string
	URL string
}
