package mcp

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strconv"
	"strings"

	"github.com/octavo-dev/octavo/client"
)

var (
	bareID = regexp.MustCompile(`^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$`)
	scheme = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*://`)
)

const jobScheme = "jobid://"

// reference is the input of an operation as an agent wrote it; an id alone is that of a job.
func (t *Tools) reference(input string) (string, error) {
	input = strings.TrimSpace(input)
	switch {
	case bareID.MatchString(input):
		return jobScheme + input, nil
	case scheme.MatchString(input):
		return input, nil
	case t.Local:
		return "", wrong("input", "%q is neither an id nor a URL; for a file on this machine call upload with its path and use what it returns", input)
	}
	return "", wrong("input", "%q is neither an id nor a URL; upload returns an id (svc://…)", input)
}

// document is the document that a tool works on and the pages of it.
func (t *Tools) document(input string, p pages) (string, client.Pages, error) {
	reference, err := t.reference(input)
	if err != nil {
		return "", client.Pages{}, err
	}
	chosen, err := p.choice()
	return reference, chosen, err
}

// pages is a choice of pages, such as 1-3,7 or 10-. Agents also write a number or a list of numbers.
type pages string

// UnmarshalJSON reads a text, a number or a list of numbers.
func (p *pages) UnmarshalJSON(raw []byte) error {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		*p = pages(text)
		return nil
	}
	var numbers []int
	if !bytes.HasPrefix(raw, []byte("[")) {
		raw = append(append([]byte("["), raw...), ']')
	}
	if err := json.Unmarshal(raw, &numbers); err != nil {
		return wrong("pages", `it must be a text such as "1-3,7"`)
	}
	list := make([]string, len(numbers))
	for i, n := range numbers {
		list[i] = strconv.Itoa(n)
	}
	*p = pages(strings.Join(list, ","))
	return nil
}

// mostRanges bounds what a text of pages can ask for.
const mostRanges = 1000

// choice is the pages as the service is asked for them.
func (p pages) choice() (client.Pages, error) {
	var chosen client.Pages
	if strings.TrimSpace(string(p)) == "" {
		return chosen, nil
	}
	for part := range strings.SplitSeq(string(p), ",") {
		first, last, span := strings.Cut(strings.TrimSpace(part), "-")
		r := client.PageRange{}
		var err error
		if first = strings.TrimSpace(first); first != "" || !span {
			r.Start, err = strconv.Atoi(first)
		}
		if last = strings.TrimSpace(last); span && last != "" && err == nil {
			r.End, err = strconv.Atoi(last)
		}
		if !span {
			r.End = r.Start
		}
		if err != nil || span && r == (client.PageRange{}) || !span && r.Start < 1 || r.Start < 0 || r.End < 0 || r.End > 0 && r.End < r.Start {
			return chosen, wrong("pages", `%q are no pages; write them as "1-3,7" or "10-", counted from 1`, part)
		}
		if chosen.Ranges = append(chosen.Ranges, r); len(chosen.Ranges) > mostRanges {
			return chosen, wrong("pages", "more than %d ranges", mostRanges)
		}
	}
	return chosen, nil
}
