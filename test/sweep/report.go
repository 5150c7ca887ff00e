package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// gauges are what the service tells of itself and must not grow with what was sent to it.
var gauges = []string{"process_resident_memory_bytes", "process_open_fds", "go_goroutines"}

// gauge reads the metrics of the service.
func gauge(ctx context.Context, server string) (map[string]float64, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimSuffix(server, "/")+"/metrics", nil)
	if err != nil {
		return nil, err
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	seen := map[string]float64{}
	lines := bufio.NewScanner(res.Body)
	for lines.Scan() {
		name, text, _ := strings.Cut(lines.Text(), " ")
		if value, err := strconv.ParseFloat(text, 64); err == nil && slices.Contains(gauges, name) {
			seen[name] = value
		}
	}
	return seen, lines.Err()
}

// report prints outcomes and their numbers, the slowest files, and whatever is not promised.
func report(out io.Writer, fates []fate, before, after map[string]float64) (held bool) {
	numbers := map[string]int{}
	for _, f := range fates {
		numbers[f.outcome]++
	}
	fmt.Fprintf(out, "| outcome | files |\n|---|---|\n")
	for _, outcome := range ordered(numbers) {
		fmt.Fprintf(out, "| %s | %d |\n", outcome, numbers[outcome])
	}
	fmt.Fprintf(out, "\n| of the service | before | after |\n|---|---|---|\n")
	for _, name := range gauges {
		fmt.Fprintf(out, "| %s | %.0f | %.0f |\n", name, before[name], after[name])
	}
	slow := slices.SortedFunc(slices.Values(fates), func(a, b fate) int { return int(b.took - a.took) })
	fmt.Fprintf(out, "\nSlowest:\n")
	for _, f := range slow[:min(5, len(slow))] {
		fmt.Fprintf(out, "- %s: %s after %s\n", f.file, f.outcome, f.took.Round(time.Millisecond))
	}
	held = true
	for _, f := range fates {
		if !promised(f.outcome) {
			held = false
			fmt.Fprintf(out, "\nNot promised: %s: %s: %s\n", f.file, f.outcome, f.why)
		}
	}
	return held
}

// ordered are the outcomes, the most frequent first.
func ordered(numbers map[string]int) []string {
	var names []string
	for name := range numbers {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		if numbers[a] != numbers[b] {
			return numbers[b] - numbers[a]
		}
		return strings.Compare(a, b)
	})
	return names
}
