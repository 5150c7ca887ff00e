package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"

	"gopkg.in/yaml.v3"
)

// DefaultFile is read when no path is given and it exists in the working directory.
const DefaultFile = "octavo.yaml"

const maxFileBytes = 4 << 20

// Load reads the file at path and then the variables of environ ("NAME=value"), which win. An empty path means
// DefaultFile if there is one. Whatever is wrong is reported in one Problems error.
func Load(path string, environ []string) (*Config, error) {
	l := &loader{origins: map[string]string{}}
	cfg := &Config{}
	v := reflect.ValueOf(cfg).Elem()
	l.defaults(v)
	if err := l.readFile(path, v); err != nil {
		return nil, err
	}
	l.readEnv(environ, v)
	l.derive(cfg)
	l.check(cfg)
	if err := l.err(); err != nil {
		return nil, err
	}
	cfg.origins, cfg.warnings = l.origins, l.warnings
	return cfg, nil
}

// Warnings are sentences about settings that work but are probably not meant, for the log at start.
func (c *Config) Warnings() []string { return c.warnings }

func (l *loader) readFile(path string, v reflect.Value) error {
	text, err := readSettings(path)
	if err != nil {
		return fmt.Errorf("read settings: %w", err)
	}
	if path == "" {
		path = DefaultFile
	}
	l.file = filepath.Base(path)
	dec := yaml.NewDecoder(bytes.NewReader(text))
	var doc, second yaml.Node
	switch err := dec.Decode(&doc); {
	case errors.Is(err, io.EOF): // an empty file sets nothing
		return nil
	case err != nil:
		l.problems = append(l.problems, Problem{Origin: l.file, Message: err.Error()})
		return nil
	}
	if err := dec.Decode(&second); !errors.Is(err, io.EOF) {
		l.problems = append(l.problems, Problem{Origin: l.file, Message: "holds more than one YAML document"})
	}
	l.decode(doc.Content[0], v, "", field{}, func(n *yaml.Node) string {
		return fmt.Sprintf("%s:%d", l.file, n.Line)
	})
	return nil
}

func readSettings(path string) ([]byte, error) {
	given := path != ""
	if !given {
		path = DefaultFile
	}
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) && !given {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxFileBytes+1))
	if err == nil && len(text) > maxFileBytes {
		err = fmt.Errorf("%s is larger than %d bytes", path, maxFileBytes)
	}
	return text, err
}
