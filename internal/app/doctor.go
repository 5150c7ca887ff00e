package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/octavo-dev/octavo/internal/blob"
	"github.com/octavo-dev/octavo/internal/config"
	"github.com/octavo-dev/octavo/internal/database"
	"github.com/octavo-dev/octavo/internal/org"
)

// Finding is one thing the doctor looked at.
type Finding struct {
	What   string `json:"what"`
	OK     bool   `json:"ok"`
	Detail string `json:"detail"`
	Remedy string `json:"remedy,omitempty"` // what to do when not OK

	// Children says of a fence around which kinds of processes it is up.
	Children map[string]bool `json:"children,omitempty"`
}

// Examine looks at everything the service stands on, without changing it. The models that are asked otherwise are not
// probed.
func Examine(ctx context.Context, cfg *config.Config, asked ...string) []Finding {
	all := []Finding{
		examineFolder(cfg),
		examineSpace(cfg),
		examineDatabase(ctx, cfg),
		examineStore(ctx, cfg),
		examineKeys(ctx, cfg),
	}
	all = append(all, examineFences(ctx, cfg)...)
	all = append(all, examineInstalled(ctx, cfg)...)
	return append(all, examineModels(ctx, cfg, asked)...)
}

func examineFolder(cfg *config.Config) Finding {
	f := Finding{What: "data_dir", Detail: cfg.DataDir, Remedy: "make it a folder this user can write to, or set data_dir"}
	probe, err := os.CreateTemp(existing(cfg.DataDir), ".octavo-doctor-")
	if err != nil {
		f.Detail += ": not writable"
		return f
	}
	f.OK = errors.Join(probe.Close(), os.Remove(probe.Name())) == nil
	return f
}

// existing is a folder, or the one above it that is there.
func existing(dir string) string {
	for {
		if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
			return dir
		}
		dir = filepath.Dir(dir)
	}
}

// leastSpace is how much room the service needs to take in a few documents.
const leastSpace = 1 << 30

func examineSpace(cfg *config.Config) Finding {
	f := Finding{What: "disk", Remedy: "make room, or let data_dir and TMPDIR lie on another disk"}
	f.OK = true
	var said []string
	for _, dir := range []string{cfg.DataDir, os.TempDir()} {
		free, err := freeSpace(existing(dir))
		if err != nil {
			said = append(said, "free space of "+dir+" is not known")
			continue
		}
		f.OK = f.OK && free >= leastSpace
		said = append(said, fmt.Sprintf("%.1f GiB free for %s", float64(free)/(1<<30), dir))
	}
	f.Detail = strings.Join(said, ", ")
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
