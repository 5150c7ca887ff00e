package pipeline

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/octavo-dev/octavo/internal/api"
)

// Folder is the pipelines of an installation by id, which all organizations may run and none may change.
type Folder map[string]*api.PipelineDefinition

// maxFile bounds a file of a folder.
const maxFile = 32 << 20

// ReadFolder reads the files <id>.json of a folder; no folder has none. A file that is no definition is an error that names
// it, and other files are left alone.
func ReadFolder(dir string) (Folder, error) {
	if dir == "" {
		return nil, nil
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("pipelines.dir: %w", err)
	}
	f := Folder{}
	for _, e := range entries {
		id, ok := strings.CutSuffix(e.Name(), ".json")
		if !ok || e.IsDir() {
			continue
		}
		if errs := api.ValidatePath("get_pipeline", "id", id); errs != nil {
			return nil, fmt.Errorf("pipelines.dir: %s: the name of a pipeline is 1 to 64 letters, digits, - and _", e.Name())
		}
		d, err := readFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, fmt.Errorf("pipelines.dir: %s: %w", e.Name(), err)
		}
		d.ID, d.Version = id, 1
		f[id] = d
	}
	return f, nil
}

func readFile(path string) (*api.PipelineDefinition, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.Size() > maxFile {
		return nil, fmt.Errorf("the file is %d bytes, the limit is %d", info.Size(), maxFile)
	}
	body, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return Read(body)
}
