// Package paddle reads text with the PP-OCR networks: one finds lines, one tells whether they stand on their head, two
// read them. It is meant for a child process: a network may take the process with it.
package paddle

import (
	"bufio"
	"fmt"
	"os"
	"strings"

	"github.com/octavo-dev/octavo/engines"
	"github.com/octavo-dev/octavo/internal/ocr/onnx"
)

// The files of the ability.
const (
	detectorFile   = "PP-OCRv5_mobile_det.onnx"
	classifierFile = "ch_ppocr_mobile_v2.0_cls_infer.onnx"
)

var recogniserFiles = [...]struct{ model, dictionary string }{
	English: {"en_PP-OCRv3_rec_infer.onnx", "en_dict.txt"},
	Latin:   {"latin_PP-OCRv3_rec_infer.onnx", "latin_dict.txt"},
}

// Engine is the loaded networks. It may be used by several goroutines.
type Engine struct {
	detector, classifier *onnx.Network
	recognisers          [2]*recogniser
}

type recogniser struct {
	*onnx.Network
	alphabet []rune // by class of the output; 0 is the pause
}

// Check looks for the files of the ability and says which one is missing or another.
func Check(find engines.Finder) error {
	names := []string{onnx.RuntimeFile, detectorFile, classifierFile}
	for _, r := range recogniserFiles {
		names = append(names, r.model, r.dictionary)
	}
	for _, name := range names {
		if _, err := find(name); err != nil {
			return fmt.Errorf("PP-OCR: %w", err)
		}
	}
	return nil
}

// Open loads the networks; each uses so many threads.
func Open(dir engines.Dir, threads int) (*Engine, error) {
	e := &Engine{}
	var err error
	load := func(name string) *onnx.Network {
		if err != nil {
			return nil
		}
		var n *onnx.Network
		n, err = onnx.Open(dir, name, threads)
		return n
	}
	e.detector, e.classifier = load(detectorFile), load(classifierFile)
	for i, files := range recogniserFiles {
		e.recognisers[i] = &recogniser{Network: load(files.model)}
		if err == nil {
			e.recognisers[i].alphabet, err = readAlphabet(dir, files.dictionary)
		}
	}
	if err != nil {
		e.Close()
		return nil, fmt.Errorf("PP-OCR: %w", err)
	}
	return e, nil
}

// Close unloads the networks.
func (e *Engine) Close() {
	for _, n := range []*onnx.Network{e.detector, e.classifier} {
		if n != nil {
			n.Close()
		}
	}
	for _, r := range e.recognisers {
		if r != nil && r.Network != nil {
			r.Close()
		}
	}
}

// readAlphabet reads a dictionary, one character a line; the pause comes before it and the space after it.
func readAlphabet(dir engines.Dir, name string) ([]rune, error) {
	path, err := dir.Find(name)
	if err != nil {
		return nil, err
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("read dictionary: %w", err)
	}
	defer func() { _ = f.Close() }()
	alphabet := []rune{0}
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		line := []rune(strings.TrimRight(lines.Text(), "\r\n"))
		if len(line) == 0 {
			line = []rune{' '}
		}
		alphabet = append(alphabet, line[0])
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("read dictionary: %w", err)
	}
	return append(alphabet, ' '), nil
}
