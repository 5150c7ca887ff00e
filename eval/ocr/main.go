// Command ocr measures recognition on a folder of images with their true text: errors of characters, words found, and
// processor time, for every reader and group of images.
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"image"
	"image/draw"
	_ "image/jpeg"
	_ "image/png"
	"log"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/octavo-dev/octavo/engines"
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/ocr"
	"github.com/octavo-dev/octavo/internal/ocr/model"
	"github.com/octavo-dev/octavo/internal/ocr/tesseract"
)

func main() {
	data := flag.String("data", "../shared/data/ocr", "folder of images and their texts")
	dir := flag.String("engines", ".cache/engines", "folder of native libraries and models")
	readers := flag.String("readers", "auto,paddle,tesseract", "which readers, by commas")
	sample := flag.Int("sample", 0, "images of each group, drawn with a fixed seed; 0 is all")
	only := flag.String("only", "", "images whose names begin so, by commas")
	out := flag.String("out", "", "folder for the texts read")
	verbose := flag.Bool("v", false, "print every image")
	flag.Parse()
	pages, err := find(*data, *only, *sample)
	if err != nil {
		log.Fatal(err)
	}
	local := model.NewLocal(engines.Dir(*dir), tesseract.Debian())
	for _, name := range strings.Split(*readers, ",") {
		if err := measure(name, local, pages, *out, *verbose); err != nil {
			log.Fatal(err)
		}
	}
	local.Close()
}

// find lists the images, as base names with their paths.
func find(data, only string, sample int) ([]string, error) {
	var pages []string
	for _, ext := range []string{"*.jpg", "*.png"} {
		found, err := filepath.Glob(filepath.Join(data, ext))
		if err != nil {
			return nil, fmt.Errorf("list images: %w", err)
		}
		pages = append(pages, found...)
	}
	slices.Sort(pages)
	if only != "" {
		pages = slices.DeleteFunc(pages, func(path string) bool {
			return !slices.ContainsFunc(strings.Split(only, ","), func(prefix string) bool {
				return strings.HasPrefix(filepath.Base(path), prefix)
			})
		})
	}
	if sample > 0 {
		rand.New(rand.NewPCG(1, 2)).Shuffle(len(pages), func(i, j int) { pages[i], pages[j] = pages[j], pages[i] })
		taken := map[string]int{}
		pages = slices.DeleteFunc(pages, func(path string) bool {
			taken[group(path)]++
			return taken[group(path)] > sample
		})
		slices.Sort(pages)
	}
	if len(pages) == 0 {
		return nil, fmt.Errorf("no images in %s", data)
	}
	return pages, nil
}

func group(path string) string {
	name, _, _ := strings.Cut(filepath.Base(path), "-")
	return name
}

func measure(name string, local *model.Local, pages []string, out string, verbose bool) error {
	r, err := local.Reader(name)
	if err != nil {
		return err
	}
	sums := map[string]*sum{}
	var names []string
	for _, path := range pages {
		raster, err := load(path)
		if err != nil {
			return err
		}
		truth, err := os.ReadFile(strings.TrimSuffix(path, filepath.Ext(path)) + ".txt")
		if err != nil {
			return fmt.Errorf("read truth: %w", err)
		}
		began := processorTime()
		reading, err := r.Read(context.Background(), raster, ocr.Options{})
		if err != nil {
			return fmt.Errorf("read %s: %w", path, err)
		}
		seconds := (processorTime() - began).Seconds()
		s := compare(string(truth), text(reading))
		s.seconds = seconds
		if verbose {
			fmt.Printf("%-10s %-24s turn %3d skew %5.2f  cer_nocase %.4f  word_f1_nocase %.4f  cpu %.2f\n", name,
				filepath.Base(path), reading.Rotation, reading.Skew, s.cer(), s.f1, s.seconds)
		}
		if out != "" {
			if err := save(filepath.Join(out, name), path, text(reading)); err != nil {
				return err
			}
		}
		for _, g := range []string{group(path), "all"} {
			if sums[g] == nil {
				sums[g] = &sum{}
				names = append(names, g)
			}
			sums[g].add(s)
		}
	}
	for _, g := range names {
		if g != "all" {
			fmt.Printf("%-10s %-11s %s\n", name, g, sums[g])
		}
	}
	fmt.Printf("%-10s %-11s %s\n", name, "all", sums["all"])
	return nil
}

func save(folder, path, text string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return fmt.Errorf("save text: %w", err)
	}
	name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)) + ".txt"
	if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
		return fmt.Errorf("save text: %w", err)
	}
	return nil
}

func text(r *ocr.Reading) string {
	var b strings.Builder
	for _, line := range r.Lines {
		for _, w := range line.Words {
			b.WriteString(w.Text + " ")
		}
		b.WriteString("\n")
	}
	return b.String()
}

func load(path string) (*engine.Raster, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read image: %w", err)
	}
	img, _, err := image.Decode(bytes.NewReader(content))
	if err != nil {
		return nil, fmt.Errorf("decode %s: %w", path, err)
	}
	b := img.Bounds()
	r := &engine.Raster{Width: b.Dx(), Height: b.Dy()}
	rgba := image.NewRGBA(image.Rect(0, 0, r.Width, r.Height))
	draw.Draw(rgba, rgba.Bounds(), image.White, image.Point{}, draw.Src)
	draw.Draw(rgba, rgba.Bounds(), img, b.Min, draw.Over)
	r.Pixels = rgba.Pix
	return r, nil
}

// processorTime is that of this process and of the children it has waited for.
func processorTime() time.Duration {
	total := time.Duration(0)
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var u syscall.Rusage
		if err := syscall.Getrusage(who, &u); err == nil {
			total += time.Duration(u.Utime.Nano() + u.Stime.Nano())
		}
	}
	return total
}
