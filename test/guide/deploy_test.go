package guide

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"gopkg.in/yaml.v3"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/config"
)

// object is a mapping of a manifest.
type object = map[string]any

// manifests are the documents of all files for Kubernetes, with the file each is from.
func manifests(t *testing.T) map[string][]object {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, "deploy", "kubernetes", "*.yaml"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files: %v", len(files), err)
	}
	out := map[string][]object{}
	for _, path := range files {
		body, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for dec := yaml.NewDecoder(bytes.NewReader(body)); ; {
			var doc object
			if err := dec.Decode(&doc); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", path, err)
			}
			out[filepath.Base(path)] = append(out[filepath.Base(path)], doc)
		}
	}
	return out
}

// find collects the values of a key, wherever it stands.
func find(v any, key string) []any {
	var out []any
	switch v := v.(type) {
	case object:
		for name, inner := range v {
			if name == key {
				out = append(out, inner)
			}
			out = append(out, find(inner, key)...)
		}
	case []any:
		for _, inner := range v {
			out = append(out, find(inner, key)...)
		}
	}
	return out
}

// TestManifests: what they say about Octavo is true of this version.
func TestManifests(t *testing.T) {
	kinds := map[string]int{}
	for file, docs := range manifests(t) {
		for _, doc := range docs {
			kind, _ := doc["kind"].(string)
			kinds[kind]++
			if doc["apiVersion"] == nil || kind == "" {
				t.Errorf("%s: a document without apiVersion or kind", file)
			}
			probes(t, file, doc)
			variables(t, file, doc)
			if kind == "Deployment" {
				grace(t, file, doc)
			}
		}
	}
	for kind, want := range map[string]int{"ConfigMap": 1, "Secret": 2, "Deployment": 2, "Service": 1, "PodDisruptionBudget": 2, "ScaledObject": 1} {
		if kinds[kind] != want {
			t.Errorf("%d of kind %s, want %d", kinds[kind], kind, want)
		}
	}
}

// probes ask for paths that the service has.
func probes(t *testing.T, file string, doc object) {
	for _, probe := range find(doc, "httpGet") {
		path, _ := probe.(object)["path"].(string)
		if !slices.ContainsFunc(api.Operations(), func(o api.Operation) bool { return o.Method == "GET" && o.Path == path }) {
			t.Errorf("%s: no endpoint %s", file, path)
		}
	}
}

// variables of the environment are settings that there are.
func variables(t *testing.T, file string, doc object) {
	known := map[string]bool{}
	for _, k := range config.Keys() {
		known[k.Env], known[k.Alias] = true, true
	}
	var names []string
	for _, list := range find(doc, "env") {
		for _, v := range list.([]any) {
			names = append(names, v.(object)["name"].(string))
		}
	}
	for _, secret := range find(doc, "stringData") {
		for name := range secret.(object) {
			if name == strings.ToUpper(name) { // others are files
				names = append(names, name)
			}
		}
	}
	for _, name := range names {
		if !known[name] {
			t.Errorf("%s: %s is no setting", file, name)
		}
	}
}

// settings is the settings file that the manifests mount.
func settings(t *testing.T) *config.Config {
	t.Helper()
	for _, docs := range manifests(t) {
		for _, doc := range docs {
			text := find(doc, "octavo.yaml")
			if len(text) != 1 {
				continue
			}
			path := filepath.Join(t.TempDir(), "octavo.yaml")
			if err := os.WriteFile(path, []byte(text[0].(string)), 0o600); err != nil {
				t.Fatal(err)
			}
			cfg, err := config.Load(path, []string{"DATABASE_URL=postgres://octavo@db/octavo"})
			if err != nil {
				t.Fatal(err)
			}
			return cfg
		}
	}
	t.Fatal("no octavo.yaml in the manifests")
	return nil
}

// grace: a pod is given longer to end than Octavo takes, the pause before it included.
func grace(t *testing.T, file string, doc object) {
	need := settings(t).Shutdown.Grace
	for _, stop := range find(doc, "preStop") {
		command := find(stop, "command")[0].([]any)
		seconds, err := strconv.Atoi(command[len(command)-1].(string))
		if err != nil || command[0] != "sleep" {
			t.Fatalf("%s: preStop %v", file, command)
		}
		need += time.Duration(seconds) * time.Second
	}
	given := find(doc, "terminationGracePeriodSeconds")
	if len(given) != 1 || time.Duration(given[0].(int))*time.Second <= need {
		t.Errorf("%s: %v seconds to end, and Octavo may take %v", file, given, need)
	}
}

var metric = regexp.MustCompile(`octavo_[a-z_]+`)

// TestQueries: metrics that are asked for are written.
func TestQueries(t *testing.T) {
	written := read(t, "internal/metrics/metrics.go")
	asked := metric.FindAllString(read(t, "deploy/kubernetes/scale.yaml"), -1)
	if len(asked) == 0 {
		t.Error("no metric is asked for")
	}
	for _, name := range asked {
		if !strings.Contains(written, `"`+name+`"`) {
			t.Errorf("nothing writes %s", name)
		}
	}
}

var stop = regexp.MustCompile(`(?m)^TimeoutStopSec=(\d+)$`)

// TestUnits: systemd waits longer than Octavo takes to stop.
func TestUnits(t *testing.T) {
	var usual time.Duration
	for _, k := range config.Keys() {
		if k.Name == "shutdown.grace" {
			var err error
			if usual, err = config.ParseDuration(k.Default); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, unit := range []string{"octavo.service", "octavo-worker.service"} {
		m := stop.FindStringSubmatch(read(t, "deploy/systemd/"+unit))
		if m == nil {
			t.Fatalf("%s has no TimeoutStopSec", unit)
		}
		if seconds, err := strconv.Atoi(m[1]); err != nil || time.Duration(seconds)*time.Second <= usual {
			t.Errorf("%s gives %s s, and Octavo may take %v", unit, m[1], usual)
		}
	}
}

var (
	installed = regexp.MustCompile(`missing\+=\(([^)]*)\)`)
	packs     = regexp.MustCompile(`for pack in ([a-z ]+);`)
)

// TestContainer: the image has what set-up installs for reading documents.
func TestContainer(t *testing.T) {
	setup := read(t, "scripts/setup")
	image := strings.Fields(read(t, "deploy/container/Containerfile"))
	elsewhere := []string{"postgresql", "redis-server", "iproute2", "chromium", "poppler-utils", "mupdf-tools", "default-jre-headless", "gcc", "libc6-dev"} // for tests, measurements and building
	var want []string
	for _, m := range installed.FindAllStringSubmatch(setup, -1) {
		want = append(want, strings.Fields(strings.Trim(m[1], `"`))...)
	}
	for _, pack := range strings.Fields(packs.FindStringSubmatch(setup)[1]) {
		want = append(want, "tesseract-ocr-"+pack)
	}
	found := 0
	for _, name := range want {
		if strings.Contains(name, "$") || slices.Contains(elsewhere, name) {
			continue
		}
		if found++; !slices.Contains(image, name) {
			t.Errorf("the image lacks %s", name)
		}
	}
	if found < 20 {
		t.Errorf("only %d packages were looked for", found)
	}
}
