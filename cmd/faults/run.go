package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// run runs the tests, one package after the other so that they do not disturb each other's deadlines, and tells which passed.
func run(root string, tests []test) (map[string]bool, error) {
	names := map[string][]string{}
	var folders []string
	for _, t := range tests {
		if names[t.folder] == nil {
			folders = append(folders, t.folder)
		}
		names[t.folder] = append(names[t.folder], t.name)
	}
	passed := map[string]bool{}
	for _, folder := range folders {
		fmt.Printf("%s (%d)\n", folder, len(names[folder]))
		if err := runPackage(root, folder, names[folder], passed); err != nil {
			return nil, fmt.Errorf("%s: %w", folder, err)
		}
	}
	return passed, nil
}

// An event is what `go test -json` tells of one test; the package's own events name no test.
type event struct {
	Action string
	Test   string
	Output string
}

func runPackage(root, folder string, names []string, passed map[string]bool) error {
	pattern := "^(" + strings.Join(names, "|") + ")$"
	command := exec.Command("go", "test", "-json", "-count", "1", "-timeout", "20m", "-run", pattern, "./"+folder)
	command.Dir = root
	command.Stderr = os.Stderr
	out, err := command.StdoutPipe()
	if err != nil {
		return err
	}
	if err := command.Start(); err != nil {
		return err
	}
	lines := bufio.NewReader(out)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			break
		}
		var e event
		if json.Unmarshal(line, &e) != nil {
			continue // what the test binary printed past the test's own output
		}
		note(folder, e, passed)
	}
	// Failing tests are told by the events; what did not even build has none, and stays without a pass.
	_ = command.Wait()
	return nil
}

// note keeps what an event says of a whole test; those of subtests are within it.
func note(folder string, e event, passed map[string]bool) {
	if e.Test == "" || strings.Contains(e.Test, "/") {
		return
	}
	name := test{folder: folder, name: e.Test}.String()
	switch e.Action {
	case "pass":
		passed[name] = true
	case "fail", "skip":
		fmt.Printf("  %s: %s\n", e.Test, e.Action)
	}
}
