package blob_test

import (
	"context"
	"sync"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/s3"

	"github.com/octavo-dev/octavo/internal/blob/blobtest"
)

// Checks that are cut off leave a bounded number of blobs, and later ones clear them away.
func TestCutOffChecks(t *testing.T) {
	t.Parallel()
	store, proxy, server := throughProxy(t, long)
	checks := func(n int) (failed int) {
		var mu sync.Mutex
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				for range n / 4 {
					if store.Check(t.Context()) != nil {
						mu.Lock()
						failed++
						mu.Unlock()
					}
				}
			})
		}
		wg.Wait()
		return failed
	}
	left := func() int {
		out, err := server.Client().ListObjectsV2(context.Background(), &s3.ListObjectsV2Input{Bucket: &server.Bucket})
		if err != nil {
			t.Fatal(err)
		}
		return len(out.Contents)
	}
	const cut = 200
	proxy.Set(blobtest.Only("DELETE", blobtest.Status(403, "AccessDenied")))
	if failed := checks(cut); failed != cut {
		t.Errorf("%d of %d checks noticed that nothing can be deleted", failed, cut)
	}
	most := left()
	if most == 0 || most > 64 {
		t.Errorf("%d cut off checks left %d blobs", cut, most)
	}
	proxy.Set(nil)
	// Checks of several processes at once do not get in each other's way.
	if failed := checks(2 * cut); failed > 0 {
		t.Errorf("%d checks failed", failed)
	}
	if n := left(); n > most/2 {
		t.Errorf("%d of %d blobs are still there", n, most)
	}
}
