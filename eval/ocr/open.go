package main

import (
	"fmt"

	"github.com/octavo-dev/octavo/engines"
	"github.com/octavo-dev/octavo/internal/ocr"
	"github.com/octavo-dev/octavo/internal/ocr/auto"
	"github.com/octavo-dev/octavo/internal/ocr/paddle"
	"github.com/octavo-dev/octavo/internal/ocr/tesseract"
)

func open(name string, dir engines.Dir) (ocr.Reader, func(), error) {
	switch name {
	case "paddle":
		e, err := paddle.Open(dir, 1)
		if err != nil {
			return nil, nil, err
		}
		return paddle.NewReader(e), e.Close, nil
	}
	p, err := paddle.Open(dir, 1)
	if err != nil {
		return nil, nil, err
	}
	t, err := tesseract.Open(tesseract.Debian())
	if err != nil {
		return nil, nil, err
	}
	switch name {
	case "tesseract":
		return tesseract.NewReader(t), func() {}, nil
	case "auto":
		return auto.New(p, t), func() {}, nil
	}
	return nil, nil, fmt.Errorf("no reader %q", name)
}
