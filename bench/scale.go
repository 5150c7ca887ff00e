package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/octavo-dev/octavo/internal/testenv"
)

// scalePages is the length of the document that workers share.
const scalePages = 1000

// scale measures how much sooner one long document is read by two workers than by one, each with one processor, on
// PostgreSQL and an S3 server, submitted through a process that only serves.
func scale(ctx context.Context, l *lab) error {
	all, err := l.papers(ctx, "scale", "qpdf", "taskset")
	if err != nil || all == nil {
		return err
	}
	joined, err := l.join(ctx, short(all), scalePages)
	if err != nil {
		return err
	}
	binary, err := l.build(ctx)
	if err != nil {
		return err
	}
	defer testenv.Stop()
	const rounds = 7
	var times []float64
	t := table{head: []string{"round", "one worker", "two workers", "speed-up"}}
	for round := range rounds {
		var took [2]time.Duration
		for _, i := range l.shuffled(2) {
			if took[i], err = l.readBy(ctx, binary, joined, i+1, round); err != nil {
				return fmt.Errorf("%d workers: %w", i+1, err)
			}
		}
		times = append(times, share(took[0], took[1]))
		t.add(strconv.Itoa(round+1), fmt.Sprintf("%.1f s", took[0].Seconds()), fmt.Sprintf("%.1f s", took[1].Seconds()), ratio(times[round]))
	}
	fmt.Fprintf(l.out, "### %d pages in one PDF: `octavo worker` with one processor each, PostgreSQL, S3\n\n", joined.pages)
	t.print(l.out)
	gain := middle(times)
	fmt.Fprintf(l.out, "Two workers are %s as fast as one, %s.\n\n", ratio(gain), verdict("target at least 1.7", gain >= 1.7))
	return nil
}

// readBy has a document read by some workers of an installation of its own, and returns how long that took from the
// submission to the end of the job. Who is alone has another processor every round: they differ in what else they do.
func (l *lab) readBy(ctx context.Context, binary string, file paper, workers, round int) (time.Duration, error) {
	database, err := l.server.NewDatabase(ctx)
	if err != nil {
		return 0, err
	}
	bucket, err := testenv.NewBucket(ctx)
	if err != nil {
		return 0, err
	}
	l.env = []string{"AWS_ACCESS_KEY_ID=" + bucket.AccessKey, "AWS_SECRET_ACCESS_KEY=" + bucket.SecretKey}
	defer func() { l.env = nil }()
	store := fmt.Sprintf("store: {url: %q}", bucket.URL())
	front, err := l.serve(ctx, binary, database, store, "workers: {cpu: 0, io: 0}")
	if err != nil {
		return 0, err
	}
	defer front.end()
	front.client.Timeout = 0 // it waits for the answer
	for i := range workers {
		w, err := l.work(binary, database, (round+i)%2, store)
		if err != nil {
			return 0, err
		}
		defer w.end()
	}
	return front.timed(ctx, file)
}

// work starts a worker on one processor.
func (l *lab) work(binary, database string, processor int, store string) (*process, error) {
	engines, err := enginesDir()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(l.dir, "worker-")
	if err != nil {
		return nil, err
	}
	file := filepath.Join(dir, "octavo.yaml")
	settings := []string{
		"data_dir: " + filepath.Join(dir, "data"), "database_url: " + database, "shutdown: {grace: 1s}", "workers: {cpu: 1, io: 1}",
		fmt.Sprintf("engines: {dir: %q}", engines), store,
	}
	if err := os.WriteFile(file, []byte(strings.Join(settings, "\n")+"\n"), 0o600); err != nil {
		return nil, err
	}
	p := &process{
		log: filepath.Join(dir, "log"), gone: make(chan struct{}), client: &http.Client{},
		cmd: exec.Command("taskset", "--cpu-list", strconv.Itoa(processor), binary, "worker", "--config", file),
	}
	p.cmd.Dir, p.cmd.Env = dir, l.environment(dir)
	return p, p.start()
}

// timed warms the workers up with some of the pages, and then takes the time of all of them.
func (p *process) timed(ctx context.Context, file paper) (time.Duration, error) {
	input, err := p.upload(ctx, file.path)
	if err != nil {
		return 0, err
	}
	if _, err := p.through(ctx, input, map[string]any{"page_range": map[string]int{"start": 1, "end": 100}}); err != nil {
		return 0, err
	}
	return p.through(ctx, input, map[string]any{})
}

// through has a document parsed and waits for the answer, which says where the result is. Nobody asks how far it is
// meanwhile: that would take time of the processors.
func (p *process) through(ctx context.Context, input string, settings map[string]any) (time.Duration, error) {
	settings["extraction_mode"], settings["force_url_result"] = "metadata", true
	request, err := json.Marshal(map[string]any{"input": input, "settings": settings})
	if err != nil {
		return 0, err
	}
	began := time.Now()
	var answer struct{ Result struct{ Type string } }
	if err := p.ask(ctx, http.MethodPost, "/parse", "application/json", strings.NewReader(string(request)), &answer); err != nil {
		return 0, err
	}
	if answer.Result.Type != "url" {
		return 0, fmt.Errorf("the result is a %q", answer.Result.Type)
	}
	return time.Since(began), nil
}
