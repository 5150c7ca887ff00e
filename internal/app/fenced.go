package app

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/octavo-dev/octavo/engines"
	"github.com/octavo-dev/octavo/internal/config"
	"github.com/octavo-dev/octavo/internal/edit/pdf"
	"github.com/octavo-dev/octavo/internal/engine/convert"
	"github.com/octavo-dev/octavo/internal/engine/office"
	"github.com/octavo-dev/octavo/internal/engine/repair"
	"github.com/octavo-dev/octavo/internal/ocr/tesseract"
	"github.com/octavo-dev/octavo/internal/sandbox"
)

// about says of each fence what it keeps from happening and what it needs.
var about = map[sandbox.Fence]struct{ keeps, needs string }{
	sandbox.Netns:    {"no network", userNamespaces},
	sandbox.Pidns:    {"no other processes", userNamespaces},
	sandbox.Nproc:    {"no more than a thousand processes", userNamespaces + "; as root, run Linux 6.14 or later, or run as another user"},
	sandbox.Tmpfs:    {"a scratch folder of its own", userNamespaces},
	sandbox.Rlimits:  {"bounded memory, files and time", "raise the hard limits of this user (ulimit -H)"},
	sandbox.Landlock: {"no files but those it needs", "run Linux 5.13 or later with landlock among its security modules (the boot option lsm)"},
	sandbox.Seccomp:  {"no dangerous system calls", "run a kernel with seccomp filters, and in a container a profile that lets them through"},
}

const userNamespaces = "allow user namespaces: set kernel.unprivileged_userns_clone to 1 and kernel.apparmor_restrict_unprivileged_userns to 0 where these exist; in a container, choose a profile that lets unshare through"

// childProgram is one kind of process that decodes documents.
type childProgram struct {
	name    string
	program sandbox.Program
}

// childPrograms are the kinds that this machine can run, as they run.
func childPrograms(cfg *config.Config) []childProgram {
	dir := engines.Dir(cfg.Engines.Dir)
	native, err := nativePDF(dir)
	if err != nil {
		native = "" // WebAssembly has to do
	}
	engine := engineProgram(native, filepath.Join(cfg.DataDir, "cache", "wasm"))
	engine.Read = there(engine.Read...) // the cache is made by the first start
	all := []childProgram{
		{engineCommand, engine},
		{readCommand, readProgram(dir, tesseract.Debian())},
		{writeCommand, pdf.New(pdf.Options{Command: writeProgram, Time: cfg.Limits.ConversionTimeout}).Editing(0)},
	}
	tool := func(name string, program func(path string) sandbox.Program) {
		if path, err := exec.LookPath(name); err == nil { // one that is missing has a finding of its own
			all = append(all, childProgram{name, program(path)})
		}
	}
	tool("soffice", func(path string) sandbox.Program {
		o := office.Options{Program: path, Time: cfg.Limits.ConversionTimeout, Bytes: cfg.Limits.ConvertedBytes}
		return office.New(o).Conversion(0, "", "")
	})
	tool("qpdf", func(path string) sandbox.Program { return repair.Program(path, 0, cfg.Engines.PageTime) })
	tool("heif-convert", func(path string) sandbox.Program { return convert.Program(path, 0, cfg.Engines.PageTime) })
	return all
}

// examineFences puts the fences up as around every kind of child, one finding for each fence.
func examineFences(ctx context.Context, cfg *config.Config) []Finding {
	box, err := sandbox.New(ctx, sandbox.Options{Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return []Finding{{What: "fence", Detail: err.Error(), Remedy: "allow this user to start processes"}}
	}
	required := map[sandbox.Fence]bool{}
	for _, f := range fences(cfg) {
		required[f] = true
	}
	var failed []Finding
	tried := fencing{}
	for _, c := range childPrograms(cfg) {
		stand, err := box.Try(ctx, c.program)
		if err != nil {
			failed = append(failed, Finding{What: "fence", Detail: c.name + ": " + err.Error(), Remedy: "allow this user to start processes"})
			continue
		}
		tried = append(tried, fenced{c.name, stand})
	}
	var all []Finding
	for _, fence := range sandbox.All() {
		all = append(all, tried.finding(fence, required[fence]))
	}
	return append(all, failed...)
}

// fenced is a kind of child with what is known of the fences around it.
type fenced struct {
	name  string
	stand map[sandbox.Fence]error
}

type fencing []fenced

// finding says of one fence around which children it stands.
func (all fencing) finding(fence sandbox.Fence, required bool) Finding {
	f := Finding{What: "fence", OK: true, Remedy: about[fence].needs, Children: map[string]bool{}}
	var up, down []string
	because := map[string]bool{}
	for _, c := range all {
		err := c.stand[fence]
		f.Children[c.name] = err == nil
		if err == nil {
			up = append(up, c.name)
			continue
		}
		f.OK = false
		down = append(down, c.name)
		because[err.Error()] = true
	}
	if f.OK {
		f.Detail = fmt.Sprintf("%s is up around %s: %s", fence, strings.Join(up, " "), about[fence].keeps)
		return f
	}
	f.Detail = fmt.Sprintf("%s is not up around %s: %s", fence, strings.Join(down, " "), strings.Join(slices.Sorted(maps.Keys(because)), "; "))
	if required {
		f.Detail += "; sandbox.require keeps the service from starting"
	}
	return f
}
