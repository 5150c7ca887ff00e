// Command webhook receives the notice that a job has ended, believes nothing that is not signed, and ends with the first.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/octavo-dev/octavo/client"
)

// notice is the body of a webhook. The result is not in it: ask for the job.
type notice struct {
	Status client.Status `json:"status"`
	JobID  string        `json:"job_id"`
}

func main() {
	notices := make(chan notice)
	server := &http.Server{
		Addr:              "127.0.0.1:" + os.Getenv("PORT"),
		Handler:           receive(os.Getenv("OCTAVO_WEBHOOK_SECRET"), notices),
		ReadHeaderTimeout: 10 * time.Second,
	}
	go func() {
		if err := server.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
			log.Fatal(err)
		}
	}()
	n := <-notices
	fmt.Printf("verified: %s is %s\n", n.JobID, n.Status)
	if err := server.Shutdown(context.Background()); err != nil { // when the answer is out
		log.Fatal(err)
	}
}

// receive takes webhooks. It answers at once, because the service waits no longer than 15 seconds, and leaves the work to
// others. The same notice may come twice, with the same webhook-id.
func receive(secret string, notices chan<- notice) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
		if err != nil {
			http.Error(w, "too long", http.StatusRequestEntityTooLarge)
			return
		}
		if err := client.VerifyWebhook(secret, r.Header, body); err != nil {
			http.Error(w, err.Error(), http.StatusUnauthorized)
			return
		}
		var n notice
		if err := json.Unmarshal(body, &n); err != nil {
			http.Error(w, "no JSON", http.StatusBadRequest)
			return
		}
		w.WriteHeader(http.StatusNoContent)
		go func() { notices <- n }() // the answer goes out meanwhile
	})
}
