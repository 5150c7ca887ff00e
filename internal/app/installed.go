package app

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/octavo-dev/octavo/engines"
	"github.com/octavo-dev/octavo/internal/config"
	"github.com/octavo-dev/octavo/internal/edit/typeface"
	"github.com/octavo-dev/octavo/internal/embed/minilm"
	"github.com/octavo-dev/octavo/internal/ocr/model"
	"github.com/octavo-dev/octavo/internal/ocr/region"
	"github.com/octavo-dev/octavo/internal/ocr/tesseract"
)

// fetchEngines is what to do about an engine that is not there.
const fetchEngines = "run scripts/engines, or set engines.dir"

// examineInstalled looks at the programs, engines and models that documents are read with. Programs take their time to
// tell their versions, and large files to be compared with their sums.
func examineInstalled(ctx context.Context, cfg *config.Config) []Finding {
	dir := engines.Dir(cfg.Engines.Dir)
	return atOnce(
		func() Finding { return examinePDF(dir) },
		func() Finding { return examineTool(ctx, "PDF repair", "qpdf", "qpdf") },
		func() Finding { return examineTool(ctx, "HEIC", "heif-convert", "libheif-examples") },
		func() Finding {
			return examineTool(ctx, "office", "soffice", "libreoffice-writer-nogui, libreoffice-calc-nogui and libreoffice-impress-nogui")
		},
		func() Finding { return examineRecognition(cfg, dir) },
		func() Finding { return examineLanguages(cfg) },
		func() Finding { return examineLayout(dir) },
		func() Finding { return examineEmbedding(dir) },
		func() Finding { return examineFonts(typeface.Fonts) },
	)
}

// atOnce looks at several things side by side.
func atOnce(look ...func() Finding) []Finding {
	all := make([]Finding, len(look))
	var group sync.WaitGroup
	for i, one := range look {
		group.Go(func() { all[i] = one() })
	}
	group.Wait()
	return all
}

func examinePDF(dir engines.Dir) Finding {
	f := Finding{What: "PDF engine", Remedy: fetchEngines}
	if _, err := nativePDF(dir); err != nil {
		f.Detail = "WebAssembly, at a third of the speed: " + err.Error()
		return f
	}
	f.OK, f.Detail = true, strings.TrimSpace("PDFium "+pdfiumVersion(dir)+", native")
	return f
}

// pdfiumVersion reads the file of numbers beside the library; empty where it cannot be.
func pdfiumVersion(dir engines.Dir) string {
	path, err := dir.Present("VERSION")
	if err != nil {
		return ""
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	return strings.Join(regexp.MustCompile(`\d+`).FindAllString(string(raw), 4), ".")
}

func examineRecognition(cfg *config.Config, dir engines.Dir) Finding {
	place := tesseract.Debian()
	abilities := model.Check(dir.Find, place)
	f := Finding{What: "OCR", OK: abilities[cfg.OCR.Engine] == nil, Remedy: "run scripts/setup and scripts/engines, or set engines.dir"}
	said := []string{cfg.OCR.Engine}
	for _, name := range []string{model.Paddle, model.Tesseract} {
		if err := abilities[name]; err != nil {
			said = append(said, name+" is off: "+err.Error())
		}
	}
	if path, err := dir.Present("libonnxruntime.so.1"); err == nil && abilities[model.Paddle] == nil {
		said = append(said, "paddle with "+filepath.Base(filepath.Dir(path)))
	}
	if path, err := filepath.EvalSymlinks(place.Library); err == nil && abilities[model.Tesseract] == nil {
		said = append(said, "tesseract with "+filepath.Base(path))
	}
	f.Detail = strings.Join(said, "; ")
	return f
}

// examineLanguages compares the languages of the settings with those that are installed.
func examineLanguages(cfg *config.Config) Finding {
	f := Finding{What: "languages", Remedy: "install the packages tesseract-ocr-LANGUAGE of those that are missing, or change ocr.languages"}
	installed, err := tesseract.Debian().Languages()
	if err != nil || len(installed) == 0 {
		f.Detail = "no language packs of Tesseract: text is read in Latin letters only"
		return f
	}
	f.OK, f.Detail = true, strings.Join(installed, " ")
	known := " " + f.Detail + " "
	for _, wanted := range cfg.OCR.Languages {
		if !strings.Contains(known, " "+wanted+" ") {
			f.OK, f.Detail = false, f.Detail+"; "+wanted+" of ocr.languages is missing"
		}
	}
	return f
}

func examineLayout(dir engines.Dir) Finding {
	f := Finding{What: "layout", OK: true, Detail: "PP-DocLayoutV3", Remedy: fetchEngines}
	if err := region.Check(dir.Find); err != nil {
		f.OK, f.Detail = false, "settings.model r-1 is refused and scans are arranged by geometry alone: "+err.Error()
	}
	return f
}

func examineEmbedding(dir engines.Dir) Finding {
	f := Finding{What: "embedding", OK: true, Detail: "all-MiniLM-L6-v2", Remedy: fetchEngines}
	if err := minilm.Check(dir.Find); err != nil {
		f.OK, f.Detail = false, "fields are matched with labels by their letters alone: "+err.Error()
	}
	return f
}

// fontPackages are the fonts that stand in for those a document does not bring: as folders below that of all, and as
// packages.
var fontPackages = []struct{ folder, pkg, without string }{
	{"liberation", "fonts-liberation", "pages of office files are broken elsewhere"},
	{"dejavu", "fonts-dejavu-core", "symbols and Greek letters are drawn as boxes"},
	{"droid", "fonts-droid-fallback", "Chinese, Japanese and Korean letters are drawn as boxes"},
}

func examineFonts(dir string) Finding {
	var said, missing []string
	for _, p := range fontPackages {
		if files, err := filepath.Glob(filepath.Join(dir, p.folder, "*.ttf")); err == nil && len(files) > 0 {
			said = append(said, p.folder)
			continue
		}
		said = append(said, p.folder+" is missing ("+p.without+")")
		missing = append(missing, p.pkg)
	}
	return Finding{What: "fonts", OK: len(missing) == 0, Detail: strings.Join(said, ", "), Remedy: "install the packages " + strings.Join(missing, " ")}
}

// examineTool looks for a program of a Debian package.
func examineTool(ctx context.Context, what, program, pkg string) Finding {
	f := Finding{What: what, Remedy: "install the package " + pkg}
	path, err := exec.LookPath(program)
	if err != nil {
		f.Detail = program + " is not installed"
		return f
	}
	f.OK, f.Detail = true, strings.TrimSpace(program+" "+toolVersion(ctx, path))+", "+path
	return f
}

var versionForm = regexp.MustCompile(`\d+(\.\d+)+`)

// toolVersion asks a program for its version; empty where it does not say. Some know no such option, and say it with the
// help they print instead.
func toolVersion(ctx context.Context, path string) string {
	ctx, stop := context.WithTimeout(ctx, 10*time.Second)
	defer stop()
	cmd := exec.CommandContext(ctx, path, "--version")
	cmd.WaitDelay = time.Second
	said, _ := cmd.CombinedOutput()
	return versionForm.FindString(string(said))
}
