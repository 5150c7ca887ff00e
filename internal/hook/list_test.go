package hook_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/cursor"
	"github.com/octavo-dev/octavo/internal/hook"
)

func TestDeliveryPages(t *testing.T) {
	each(t, func(r *rig) {
		e := r.endpoint("https://example.test/")
		for i := range 23 {
			if i%3 == 0 {
				r.advance(time.Millisecond) // several share a millisecond
			}
			r.add(event{mode: "svix", job: fmt.Sprint("job-", i)})
			prepare(r, r.dispatcher)
		}
		r.add(event{mode: "direct", url: "https://example.test/", job: "job-x"})
		prepare(r, r.dispatcher)
		query := hook.DeliveryQuery{EndpointID: e.ID, Limit: 5}
		var walked []hook.Delivery
		sizes := ""
		for {
			page, next, err := r.portal.ListDeliveries(r.ctx, org, query)
			if err != nil {
				r.Fatal(err)
			}
			walked = append(walked, page...)
			sizes += fmt.Sprint(len(page))
			if next == "" {
				break
			}
			if next == query.Cursor {
				r.Fatal("the cursor does not move")
			}
			query.Cursor = next
			// New deliveries and a deleted anchor must not shift the walk.
			r.add(event{mode: "svix", job: "late"})
			prepare(r, r.dispatcher)
			r.exec("DELETE FROM deliveries WHERE id = $1", page[len(page)-1].ID)
		}
		seen := map[string]bool{}
		for i, d := range walked {
			if seen[d.JobID] || d.JobID == "job-x" {
				r.Errorf("%s again or at all", d.JobID)
			}
			seen[d.JobID] = d.JobID != "late"
			if i > 0 && d.CreatedAt.After(walked[i-1].CreatedAt) {
				r.Errorf("%d is newer than the one before", i)
			}
		}
		for i := range 23 {
			if !seen[fmt.Sprint("job-", i)] {
				r.Errorf("job-%d is missing", i)
			}
		}
		if !strings.HasPrefix(sizes, "555") {
			r.Errorf("pages of %s", sizes)
		}
	})
}

func TestDeliveryPageThatFitsHasNoCursor(t *testing.T) {
	each(t, func(r *rig) {
		for range 4 {
			r.add(event{mode: "direct", url: "https://example.test/"})
		}
		prepare(r, r.dispatcher)
		for limit, want := range map[int]bool{3: true, 4: false, 5: false} {
			page, next, err := r.portal.ListDeliveries(r.ctx, org, hook.DeliveryQuery{Limit: limit})
			if err != nil || len(page) != min(limit, 4) || (next != "") != want {
				r.Errorf("limit %d: %d deliveries, cursor %q, %v", limit, len(page), next, err)
			}
		}
	})
}

func TestDeliveryFilters(t *testing.T) {
	each(t, func(r *rig) {
		good, bad := receive(r.T, 200), receive(r.T, 400)
		e := r.endpoint(good.URL)
		r.add(event{mode: "svix", job: "j1"})
		r.add(event{mode: "direct", url: bad.URL, job: "j1"})
		r.add(event{mode: "direct", url: good.URL, job: "j2"})
		r.dispatcher.Drain(r.T)
		for _, tt := range []struct {
			q    hook.DeliveryQuery
			want int
		}{
			{hook.DeliveryQuery{}, 3},
			{hook.DeliveryQuery{JobID: "j1"}, 2},
			{hook.DeliveryQuery{EndpointID: e.ID}, 1},
			{hook.DeliveryQuery{Status: hook.Succeeded}, 2},
			{hook.DeliveryQuery{Status: hook.Pending}, 1},
			{hook.DeliveryQuery{Status: hook.Failed}, 0},
			{hook.DeliveryQuery{JobID: "j1", Status: hook.Succeeded}, 1},
			{hook.DeliveryQuery{JobID: "x\x00"}, 0},
			{hook.DeliveryQuery{EndpointID: "\xff"}, 0},
			{hook.DeliveryQuery{JobID: "%"}, 0},
		} {
			tt.q.Limit = 10
			list, next, err := r.portal.ListDeliveries(r.ctx, org, tt.q)
			if err != nil || list == nil || len(list) != tt.want || next != "" {
				r.Errorf("%+v: %d, %q, %v, want %d", tt.q, len(list), next, err, tt.want)
			}
		}
	})
}

func TestForeignCursor(t *testing.T) {
	each(t, func(r *rig) {
		for range 3 {
			r.add(event{mode: "direct", url: "https://example.test/"})
		}
		prepare(r, r.dispatcher)
		_, next, err := r.portal.ListDeliveries(r.ctx, org, hook.DeliveryQuery{Limit: 1, JobID: "job-1"})
		if err != nil || next == "" {
			r.Fatalf("%q, %v", next, err)
		}
		for _, tt := range []struct {
			org string
			q   hook.DeliveryQuery
		}{
			{"other", hook.DeliveryQuery{JobID: "job-1", Cursor: next}},
			{org, hook.DeliveryQuery{Cursor: next}},
			{org, hook.DeliveryQuery{JobID: "job-1", Status: hook.Pending, Cursor: next}},
			{org, hook.DeliveryQuery{JobID: "job-1", Cursor: next[1:]}},
			{org, hook.DeliveryQuery{JobID: "job-1", Cursor: "nonsense"}},
		} {
			tt.q.Limit = 1
			if _, _, err := r.portal.ListDeliveries(r.ctx, tt.org, tt.q); !errors.Is(err, cursor.ErrInvalid) {
				r.Errorf("%s %+v: %v", tt.org, tt.q, err)
			}
		}
		if page, _, err := r.portal.ListDeliveries(r.ctx, org, hook.DeliveryQuery{Limit: 7, JobID: "job-1", Cursor: next}); err != nil || len(page) != 2 {
			r.Errorf("another limit must do: %d, %v", len(page), err)
		}
	})
}
