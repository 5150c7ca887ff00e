// Package office converts office files with LibreOffice: one process for each document, behind fences.
package office

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/sandbox"
)

// What one conversion may cost beside its time. LibreOffice starts in 800 MB of address space; large pictures and
// sheets need more.
const (
	memory  = 4 << 30
	files   = 256
	scratch = 256 << 20 // for its profile and temporary files, beside the document and what is made of it
	copies  = 3         // of the document: ours, and those that it unpacks. Where it has no room it leaves pictures out and says nothing
)

// Options say what converts and how far it may go.
type Options struct {
	Box     *sandbox.Box
	Program string        // soffice
	Dir     string        // where converted files lie, without names; where temporary files do when empty
	Time    time.Duration // of one conversion
	Bytes   int64         // of one converted file
	Slots   int           // conversions at a time
}

// Converter makes files of another type. It may be used by many at a time.
type Converter struct {
	Options
	slots chan struct{}
	kept  shelf

	mu      sync.Mutex
	profile []byte // a folder of settings as LibreOffice leaves it, packed
}

// New makes a converter. Nothing runs before the first conversion.
func New(o Options) *Converter {
	return &Converter{Options: o, slots: make(chan struct{}, max(o.Slots, 1)), kept: shelf{most: max(keepBytes, o.Bytes)}}
}

// Convert makes a file of type to from one of type from, by their names in package format. Whoever asks for the same a
// short while later gets the same file. It has no name, is only to be read, by place, and may be read until it is
// given back.
func (c *Converter) Convert(ctx context.Context, f *os.File, from, to string) (made *os.File, back func(), err error) {
	how, ok := filter(from, to)
	if !ok {
		return nil, nil, fmt.Errorf("convert %s to %s: no such conversion", from, to)
	}
	sum, err := digest(ctx, f)
	if err != nil {
		return nil, nil, fmt.Errorf("convert %s to %s: %w", from, to, err)
	}
	made, back, err = c.kept.take(ctx, key{sum, from, to}, func() (*os.File, error) { return c.convert(ctx, f, from, how) })
	if err != nil {
		return nil, nil, fmt.Errorf("convert %s to %s: %w", from, to, err)
	}
	return made, back, nil
}

// Close lets go of what is kept.
func (c *Converter) Close() { c.kept.clear() }

// script unpacks the profile, copies the document, which the program would not open without a name, and writes what was
// made of it to standard output, all of it even after a failure: that may have been too much. What the program prints
// is for the log. One that has put a profile in order may end with 81: start again.
const script = `tar x && cat /proc/self/fd/3 >"in.$1" || exit 125
for attempt in 1 2 3; do
	"$0" ` + always + ` --convert-to "$2" --outdir out "in.$1" </dev/null >&2
	code=$?
	[ $code -eq 81 ] || break
done
cat out/in.* || [ $code -ne 0 ] || exit 1
exit $code`

// always is how the program is told where its profile is and that nobody is there to be asked. Its parts talk over a
// socket, which by default would lie where it cannot write.
const always = `-env:OSL_SOCKET_PATH=. "-env:UserInstallation=file://$PWD/profile"` +
	` "-env:URE_OVERRIDE_JAVA_JFW_USER_DATA=file://$PWD/profile/java.xml"` +
	` --headless --invisible --norestore --nologo --nodefault --nofirststartwizard`

func (c *Converter) convert(ctx context.Context, f *os.File, from, how string) (_ *os.File, err error) {
	select {
	case c.slots <- struct{}{}:
		defer func() { <-c.slots }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	profile, err := c.prepared(ctx)
	if err != nil {
		return nil, fmt.Errorf("prepare a profile: %w", err)
	}
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	made, err := engine.Nameless(c.Dir)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			made.Close()
		}
	}()
	limited, cancel := context.WithTimeout(ctx, c.Time)
	defer cancel()
	p := c.Conversion(info.Size(), from, how)
	p.Files = []*os.File{f}
	if err := c.Box.Run(limited, p, bytes.NewReader(profile), made); err != nil {
		return nil, c.named(ctx, err)
	}
	return made, nil
}

// Conversion is LibreOffice on a document of so many bytes.
func (c *Converter) Conversion(size int64, from, how string) sandbox.Program {
	p := c.program(script, from, how)
	p.Output = c.Bytes
	p.Scratch += copies * size
	return p
}

// program is a script that runs LibreOffice.
func (c *Converter) program(script string, args ...string) sandbox.Program {
	path := c.executable()
	return sandbox.Program{
		Path: "/bin/sh", Args: append([]string{"-c", script, path}, args...), Exec: true,
		Read: append(installed(), filepath.Dir(path)),
		Env:  []string{"PATH=/usr/bin:/bin", "LANG=C.UTF-8", "SAL_USE_VCLPLUGIN=svp"},
		Limits: sandbox.Limits{
			Memory: memory, CPU: c.Time, Files: files, Scratch: c.Bytes + scratch,
		},
	}
}

// executable is the program itself instead of the script that starts it, which starts a second one that starts it.
func (c *Converter) executable() string {
	path, err := filepath.EvalSymlinks(c.Program)
	if err != nil {
		return c.Program
	}
	if _, err := os.Stat(path + ".bin"); err == nil {
		return path + ".bin"
	}
	return path
}

// installed lists what LibreOffice reads beside the libraries of the system.
func installed() []string {
	var out []string
	for _, path := range []string{"/etc/libreoffice", "/var/lib/libreoffice", "/var/spool/libreoffice", "/var/cache/fontconfig"} {
		if _, err := os.Stat(path); err == nil {
			out = append(out, path)
		}
	}
	return out
}

// filter is how LibreOffice is told what to make, in its own names.
func filter(from, to string) (string, bool) {
	switch to {
	case "docx":
		return "docx:MS Word 2007 XML", from != to
	case "xlsx":
		return "xlsx:Calc MS Excel 2007 XML", from != to
	case "pptx":
		return "pptx:Impress MS PowerPoint 2007 XML", from != to
	case "pdf":
		if strings.HasPrefix(from, "pp") || from == "odp" { // one page for every slide, be it hidden
			return `pdf:impress_pdf_Export:{"ExportHiddenSlides":{"type":"boolean","value":"true"}}`, true
		}
		return "pdf:writer_pdf_Export", true
	}
	return "", false
}

// tooLarge is the refusal of a document that grows beyond its bound.
func (c *Converter) tooLarge(cause error) error {
	return fault.Wrap(fault.OfficeConversionTooLarge, cause, "the converted document exceeds %d bytes", c.Bytes)
}
