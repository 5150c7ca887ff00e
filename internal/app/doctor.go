package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/octavo-dev/octavo/engines"
	"github.com/octavo-dev/octavo/internal/blob"
	"github.com/octavo-dev/octavo/internal/config"
	"github.com/octavo-dev/octavo/internal/database"
	"github.com/octavo-dev/octavo/internal/embed/minilm"
	"github.com/octavo-dev/octavo/internal/ocr/model"
	"github.com/octavo-dev/octavo/internal/ocr/region"
	"github.com/octavo-dev/octavo/internal/ocr/tesseract"
	"github.com/octavo-dev/octavo/internal/org"
	"github.com/octavo-dev/octavo/internal/sandbox"
)

// Finding is one thing the doctor looked at.
type Finding struct {
	What   string
	OK     bool
	Detail string
	Remedy string // what to do when not OK
}

// Examine looks at everything the service stands on, without changing it.
func Examine(ctx context.Context, cfg *config.Config) []Finding {
	return []Finding{
		examineFolder(cfg),
		examineDatabase(ctx, cfg),
		examineStore(ctx, cfg),
		examineKeys(ctx, cfg),
		examineFences(ctx, cfg),
		examinePDF(cfg),
		examineTool("PDF repair", "qpdf", "qpdf"),
		examineTool("HEIC images", "heif-convert", "libheif-examples"),
		examineTool("office files", "soffice", "libreoffice-writer-nogui, libreoffice-calc-nogui and libreoffice-impress-nogui"),
		examineRecognition(cfg),
		examineLayout(cfg),
		examineEmbedding(cfg),
		examineModels(cfg),
	}
}

func examineFolder(cfg *config.Config) Finding {
	f := Finding{What: "data_dir", Detail: cfg.DataDir, Remedy: "make it a folder this user can write to, or set data_dir"}
	dir := cfg.DataDir
	for {
		if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
			break
		}
		dir = filepath.Dir(dir)
	}
	probe, err := os.CreateTemp(dir, ".octavo-doctor-")
	if err != nil {
		f.Detail += ": not writable"
		return f
	}
	f.OK = errors.Join(probe.Close(), os.Remove(probe.Name())) == nil
	return f
}

func examineDatabase(ctx context.Context, cfg *config.Config) Finding {
	f := Finding{What: "database", Remedy: "start the database or correct database_url"}
	db, err := readOnly(ctx, cfg)
	if errors.Is(err, os.ErrNotExist) {
		f.OK, f.Detail = true, "embedded, made at the first start"
		return f
	}
	if err != nil {
		f.Detail = "cannot be reached"
		return f
	}
	defer db.Close()
	f.Detail = db.Dialect.Name
	pending, err := database.Pending(ctx, db)
	switch {
	case err != nil:
		f.Detail += ": cannot be read"
	case pending:
		f.Detail, f.Remedy = f.Detail+": tables are older than this version", "run octavo migrate"
	default:
		f.OK = true
	}
	return f
}

// readOnly opens the database, but does not make an embedded one that is not there yet.
func readOnly(ctx context.Context, cfg *config.Config) (*database.DB, error) {
	if path, ok := database.File(cfg.DatabaseURL); ok {
		if _, err := os.Stat(path); err != nil {
			return nil, err
		}
	}
	return OpenDatabase(ctx, cfg)
}

func examineStore(ctx context.Context, cfg *config.Config) Finding {
	f := Finding{What: "store", Remedy: "check store.url, its credentials and the free space"}
	store, err := blob.Open(ctx, cfg.Store.URL, blob.Options{S3: blob.S3{Endpoint: cfg.S3.Endpoint, Region: cfg.S3.Region}})
	if err != nil {
		f.Detail = "cannot be opened"
		return f
	}
	defer store.Close()
	began := time.Now()
	if err := store.Check(ctx); err != nil {
		f.Detail = "does not take, give back and delete a small object"
		return f
	}
	f.OK, f.Detail = true, fmt.Sprintf("takes and gives back an object in %d ms", time.Since(began).Milliseconds())
	return f
}

func examineKeys(ctx context.Context, cfg *config.Config) Finding {
	f := Finding{What: "keys", OK: true, Detail: "none: only loopback callers are let in"}
	if cfg.Auth.InsecureOpen {
		f.OK, f.Detail, f.Remedy = false, "auth.insecure_open lets everyone in", "create a key and switch auth.insecure_open off"
	}
	if cfg.Auth.KeyFile != "" {
		if _, err := os.Stat(cfg.Auth.KeyFile); err != nil {
			return Finding{What: "keys", Detail: "auth.key_file cannot be read", Remedy: "create the file, one key a line"}
		}
		return Finding{What: "keys", OK: true, Detail: "from auth.key_file"}
	}
	db, err := readOnly(ctx, cfg)
	if err != nil {
		return f
	}
	defer db.Close()
	if keys, err := org.NewStore(db, nil).ListKeys(ctx, org.Any); err == nil && len(keys) > 0 {
		return Finding{What: "keys", OK: true, Detail: fmt.Sprintf("%d in the database", len(keys))}
	}
	return f
}

func examineModels(cfg *config.Config) Finding {
	f := Finding{What: "models", OK: true, Detail: "none configured: the built-in engines do all work"}
	if n := len(cfg.Inference.Models); n > 0 {
		f.Detail = fmt.Sprintf("%d configured", n)
	}
	for _, m := range cfg.Inference.Models {
		if m.APIKeyEnv != "" && os.Getenv(m.APIKeyEnv) == "" {
			return Finding{What: "models", Detail: m.Name + " has no key", Remedy: "set the variable " + m.APIKeyEnv}
		}
	}
	return f
}

func examineFences(ctx context.Context, cfg *config.Config) Finding {
	f := Finding{What: "fences", Remedy: "allow user namespaces and a newer kernel, or run where they are"}
	box, err := sandbox.New(ctx, sandbox.Options{Require: fences(cfg), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		f.Detail = err.Error()
		return f
	}
	var up, down []string
	for _, fence := range sandbox.All() {
		if box.Fences()[fence] == nil {
			up = append(up, string(fence))
		} else {
			down = append(down, string(fence))
		}
	}
	f.OK, f.Detail = len(down) == 0, "up: "+strings.Join(up, " ")
	if len(down) > 0 {
		f.Detail += "; not up: " + strings.Join(down, " ")
	}
	return f
}

func examinePDF(cfg *config.Config) Finding {
	f := Finding{What: "PDF engine", OK: true, Detail: "native", Remedy: "run scripts/engines, or set engines.dir"}
	if _, err := nativePDF(engines.Dir(cfg.Engines.Dir)); err != nil {
		f.OK, f.Detail = false, "WebAssembly, at a third of the speed: "+err.Error()
	}
	return f
}

func examineRecognition(cfg *config.Config) Finding {
	place := tesseract.Debian()
	abilities := model.Check(engines.Dir(cfg.Engines.Dir).Find, place)
	f := Finding{What: "OCR", OK: abilities[cfg.OCR.Engine] == nil, Remedy: "run scripts/setup and scripts/engines, or set engines.dir"}
	f.Detail = cfg.OCR.Engine
	for _, name := range []string{model.Paddle, model.Tesseract} {
		if err := abilities[name]; err != nil {
			f.Detail += "; " + name + " is off: " + err.Error()
		}
	}
	if languages, err := place.Languages(); err == nil && abilities[model.Tesseract] == nil {
		f.Detail += "; languages " + strings.Join(languages, " ")
	}
	return f
}

func examineLayout(cfg *config.Config) Finding {
	f := Finding{What: "layout model", OK: true, Detail: "PP-DocLayoutV3", Remedy: "run scripts/engines, or set engines.dir"}
	if err := region.Check(engines.Dir(cfg.Engines.Dir).Find); err != nil {
		f.OK, f.Detail = false, "settings.model r-1 is refused and scans are arranged by geometry alone: "+err.Error()
	}
	return f
}

func examineEmbedding(cfg *config.Config) Finding {
	f := Finding{What: "embedding model", OK: true, Detail: "all-MiniLM-L6-v2", Remedy: "run scripts/engines, or set engines.dir"}
	if err := minilm.Check(engines.Dir(cfg.Engines.Dir).Find); err != nil {
		f.OK, f.Detail = false, "fields are matched with labels by their letters alone: "+err.Error()
	}
	return f
}

// examineTool looks for a program of a Debian package.
func examineTool(what, program, pkg string) Finding {
	f := Finding{What: what, Remedy: "install the package " + pkg}
	path, err := exec.LookPath(program)
	if err != nil {
		f.Detail = program + " is not installed"
		return f
	}
	f.OK, f.Detail = true, path
	return f
}
