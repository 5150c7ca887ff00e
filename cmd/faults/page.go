package main

import (
	"fmt"
	"strings"
)

const head = `# What can go wrong, and what happens then

Written by ` + "`make faults`" + `, which runs every test named here. A case holds when all its tests pass.

`

// render writes the page and counts the cases that hold.
func render(tests []test, passed map[string]bool) (text string, held int) {
	holders := byCase(tests)
	var body strings.Builder
	var chapter string
	for _, c := range cases {
		if c.chapter != chapter {
			chapter = c.chapter
			fmt.Fprintf(&body, "\n## %s\n\n| Case | What happens | What is promised | Result | Tests |\n|---|---|---|---|---|\n", chapter)
		}
		result := outcome(holders[c.id], passed)
		if result == holds {
			held++
		}
		fmt.Fprintf(&body, "| %s | %s | %s | %s | %s |\n", c.id, c.fault, c.promise, result, list(holders[c.id]))
	}
	return head + fmt.Sprintf("**%d of %d cases hold.**\n", held, len(cases)) + body.String(), held
}

const holds = "holds"

// outcome says what became of a case whose tests are given.
func outcome(tests []test, passed map[string]bool) string {
	if len(tests) == 0 {
		return "**not tested**"
	}
	for _, t := range tests {
		if !passed[t.String()] {
			return "**fails**"
		}
	}
	return holds
}

func list(tests []test) string {
	names := make([]string, len(tests))
	for i, t := range tests {
		names[i] = "`" + t.String() + "`"
	}
	return strings.Join(names, "<br>")
}

func byCase(tests []test) map[string][]test {
	holders := map[string][]test{}
	for _, t := range tests {
		for _, id := range t.cases {
			holders[id] = append(holders[id], t)
		}
	}
	return holders
}
