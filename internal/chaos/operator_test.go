package chaos

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/testenv"
)

// A worker tells its operator how it is and what it did, where it was given an address for that. One whose address is
// taken works all the same.
func TestWorkerTellsItsOperator(t *testing.T) {
	t.Parallel()
	port, err := testenv.FreePort()
	if err != nil {
		t.Fatal(err)
	}
	in, from := install(t, ""), newOrigin(t)
	book := newLedger(t, in, nil)
	front := in.front()
	address := "127.0.0.1:" + strconv.Itoa(port)
	first := in.worker("ops", fmt.Sprintf("{listen: %q}", address))
	second := in.worker("ops", fmt.Sprintf("{listen: %q}", address))
	book.submit(from.url+"/free/words", "words")
	book.settle(time.Minute)
	book.balance()

	for path, want := range map[string]string{"/health": "ok", "/ready": `"ready":true`, "/metrics": `octavo_jobs_total{`} {
		a := in.client.do("GET", "http://"+address+path, nil)
		if a.status != http.StatusOK || !strings.Contains(strings.ReplaceAll(string(a.body), " ", ""), want) {
			t.Errorf("%s: %v", path, a)
		}
	}
	if a := in.client.do("GET", "http://"+address+"/jobs", nil); a.status != http.StatusNotFound {
		t.Errorf("the operator's address answers callers: %v", a)
	}
	if log := string(second.logged()); !strings.Contains(log, "cannot be asked for") {
		t.Errorf("the second worker does not say that its address is taken: %s", second.tail(5))
	}
	for _, p := range []*process{first, second, front} {
		p.leave()
	}
}
