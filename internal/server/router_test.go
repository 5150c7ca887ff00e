package server

import (
	"maps"
	"slices"
	"testing"
)

func TestRouter(t *testing.T) {
	routes := []Route{
		{Method: "GET", Path: "/jobs"},
		{Method: "GET", Path: "/job/{job_id}"},
		{Method: "DELETE", Path: "/job/{job_id}"},
		{Method: "GET", Path: "/job/{job_id}/pages/{n}.png"},
		{Method: "DELETE", Path: "/upload/{file_id...}"},
		{Method: "POST", Path: "/upload"},
		{Method: "PUT", Path: "/objects/{id}/{filename}"},
	}
	for _, tt := range []struct {
		prefix, method, path string
		want                 string
		values               map[string]string
		allowed              []string
	}{
		{"", "GET", "/jobs", "/jobs", nil, nil},
		{"", "GET", "/jobs/", "/jobs", nil, nil},
		{"", "HEAD", "/jobs", "/jobs", nil, nil},
		{"", "GET", "/jobs//", "", nil, nil},
		{"", "GET", "/job", "", nil, nil},
		{"", "GET", "/job/", "", nil, nil},
		{"", "GET", "/job/a%2Fb", "/job/{job_id}", map[string]string{"job_id": "a/b"}, nil},
		{"", "GET", "/job/x/pages/3.png", "/job/{job_id}/pages/{n}.png", map[string]string{"job_id": "x", "n": "3"}, nil},
		{"", "GET", "/job/x/pages/3", "", nil, nil},
		{"", "PATCH", "/job/x", "", nil, []string{"GET", "DELETE", "HEAD"}},
		{"", "DELETE", "/upload/svc%3A%2F%2Fu.pdf", "/upload/{file_id...}", map[string]string{"file_id": "svc%3A%2F%2Fu.pdf"}, nil},
		{"", "DELETE", "/upload/svc://u.pdf", "/upload/{file_id...}", map[string]string{"file_id": "svc://u.pdf"}, nil},
		{"", "DELETE", "/upload", "", nil, []string{"POST"}},
		{"", "GET", "/", "", nil, nil},
		{"/api", "GET", "/api/jobs", "/jobs", nil, nil},
		{"/api", "GET", "/jobs", "", nil, nil},
		{"/api", "GET", "/apijobs", "", nil, nil},
		{"", "PUT", "/objects/i/a%20b.pdf", "/objects/{id}/{filename}", map[string]string{"id": "i", "filename": "a b.pdf"}, nil},
	} {
		t.Run(tt.prefix+tt.method+tt.path, func(t *testing.T) {
			route, values, allowed := newRouter(tt.prefix, routes).find(tt.method, tt.path)
			got := ""
			if route != nil {
				got = route.Path
			}
			if got != tt.want || !slices.Equal(allowed, tt.allowed) {
				t.Errorf("got %q allowed %v, want %q %v", got, allowed, tt.want, tt.allowed)
			}
			if route != nil && len(tt.values) > 0 && !maps.Equal(values, tt.values) {
				t.Errorf("values %v, want %v", values, tt.values)
			}
		})
	}
}
