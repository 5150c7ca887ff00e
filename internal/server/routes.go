package server

import (
	"net/http"

	"github.com/octavo-dev/octavo/internal/org"
	"github.com/octavo-dev/octavo/internal/rate"
)

// Routes is the endpoint register. A test holds it equal to the OpenAPI document.
func (s *Server) Routes() []Route {
	routes := s.operationRoutes()
	routes = append(routes,
		Route{Method: "GET", Path: "/job/{job_id}", Scope: org.Read, Class: rate.Poll, Handle: s.getJob},
		Route{Method: "GET", Path: "/job/{job_id}/pages/{n}.png", Scope: org.Read, Class: rate.Other, Handle: s.pagePicture},
		Route{Method: "DELETE", Path: "/job/{job_id}", Scope: org.Jobs, Class: rate.Other, Handle: s.deleteJob},
		Route{Method: "POST", Path: "/cancel/{job_id}", Scope: org.Jobs, Class: rate.Other, Handle: s.cancelJob},
		Route{Method: "GET", Path: "/jobs", Scope: org.Read, Class: rate.Other, Handle: s.listJobs},
		Route{Method: "POST", Path: "/upload", Scope: org.Files, Class: rate.Other, Body: UploadBody, Work: true, Handle: s.upload},
		Route{Method: "DELETE", Path: "/upload/{file_id...}", Scope: org.Files, Class: rate.Other, Handle: s.deleteUpload},
		Route{Method: "GET", Path: "/objects/{object_id}/{filename}", Handle: s.getObject},
		Route{Method: "PUT", Path: "/objects/{object_id}/{filename}", Body: StreamBody, Handle: s.putObject},
		Route{Method: "GET", Path: "/results/{result_id}", Scope: org.Read, Class: rate.Other, Handle: s.result},
		Route{Method: "GET", Path: "/usage", Scope: org.Read, Class: rate.Other, Handle: s.usage},
		Route{Method: "GET", Path: "/models", Scope: org.Read, Class: rate.Other, Handle: s.models},
		Route{Method: "GET", Path: "/capabilities", Scope: org.Read, Class: rate.Other, Handle: s.capabilities},
		Route{Method: "GET", Path: "/version", Handle: s.version},
	)
	routes = append(routes, s.webhookRoutes()...)
	routes = append(routes, s.adminRoutes()...)
	routes = append(routes, s.pipelineRoutes()...)
	routes = append(routes, s.operatorRoutes()...)
	routes = append(routes, s.pageRoutes()...)
	return append(routes, s.agentRoutes()...)
}

func (s *Server) operationRoutes() []Route {
	var routes []Route
	for _, o := range s.Operations {
		class := rate.Sync
		if o.Name == "parse" || o.Name == "extract" {
			class = rate.Async // settled once the body is known
		}
		routes = append(routes,
			Route{Method: "POST", Path: "/" + o.Name, Scope: org.Submit, Class: class, Body: JSONBody, Work: true, Handle: s.operation(o, false)},
			Route{Method: "POST", Path: "/" + o.Name + "_async", Scope: org.Submit, Class: rate.Async, Body: JSONBody, Work: true, Handle: s.operation(o, true)},
		)
	}
	return append(routes, Route{Method: "POST", Path: "/cite", Scope: org.Submit, Class: rate.Sync, Body: JSONBody, Handle: s.cite})
}

func (s *Server) webhookRoutes() []Route {
	routes := []Route{
		{Method: "POST", Path: "/configure_webhook", Handle: s.configureWebhook},
		{Method: "GET", Path: "/webhooks/endpoints", Token: true, Handle: s.listEndpoints},
		{Method: "POST", Path: "/webhooks/endpoints", Token: true, Body: JSONBody, Handle: s.createEndpoint},
		{Method: "GET", Path: "/webhooks/endpoints/{id}", Token: true, Handle: s.getEndpoint},
		{Method: "PATCH", Path: "/webhooks/endpoints/{id}", Token: true, Body: JSONBody, Handle: s.updateEndpoint},
		{Method: "DELETE", Path: "/webhooks/endpoints/{id}", Token: true, Handle: s.deleteEndpoint},
		{Method: "GET", Path: "/webhooks/endpoints/{id}/secret", Token: true, Handle: s.endpointSecret},
		{Method: "POST", Path: "/webhooks/endpoints/{id}/rotate_secret", Token: true, Handle: s.rotateSecret},
		{Method: "POST", Path: "/webhooks/endpoints/{id}/test", Token: true, Handle: s.testEndpoint},
		{Method: "GET", Path: "/webhooks/deliveries", Token: true, Handle: s.listDeliveries},
		{Method: "POST", Path: "/webhooks/deliveries/{id}/redeliver", Token: true, Handle: s.redeliver},
	}
	for i := range routes {
		routes[i].Scope, routes[i].Class = org.Webhooks, rate.Other
	}
	return routes
}

func (s *Server) adminRoutes() []Route {
	return []Route{
		{Method: "POST", Path: "/admin/readiness_check", Scope: org.Admin, Class: rate.Other, Handle: s.readinessCheck},
		{Method: "GET", Path: "/admin/keys", Scope: org.Admin, Class: rate.Other, Handle: s.listKeys},
		{Method: "POST", Path: "/admin/keys", Scope: org.Admin, Class: rate.Other, Body: JSONBody, Handle: s.createKey},
		{Method: "DELETE", Path: "/admin/keys/{id}", Scope: org.Admin, Class: rate.Other, Handle: s.revokeKey},
	}
}

func (s *Server) operatorRoutes() []Route {
	return []Route{
		{Method: "GET", Path: "/health", Ops: true, Handle: func(*Call) (Reply, error) { return ok("ok") }},
		{Method: "GET", Path: "/ready", Ops: true, Handle: s.ready},
		{Method: "GET", Path: "/drain_status", Ops: true, Handle: s.drainStatus},
		{Method: "GET", Path: "/streaq_metrics", Ops: true, Handle: s.queueMetrics},
		{Method: "GET", Path: "/metrics", Ops: true, Handle: s.prometheus},
		{Method: "GET", Path: "/prometheus", Ops: true, Handle: s.prometheus},
	}
}

func (s *Server) pageRoutes() []Route {
	routes := []Route{
		{Method: "GET", Path: "/webhooks/portal", Handle: s.page(s.PortalFiles, "portal.html")},
		{Method: "GET", Path: "/webhooks/portal/{file}", Handle: s.page(s.PortalFiles, "")},
	}
	docs := []Route{
		{Method: "GET", Path: "/openapi.json", Handle: s.openAPIDocument},
		{Method: "GET", Path: "/docs", Handle: s.page(s.DocsFiles, "docs.html")},
		{Method: "GET", Path: "/docs/{file}", Handle: s.page(s.DocsFiles, "")},
	}
	if s.Config.Docs.Protected {
		for i := range docs {
			docs[i].Scope, docs[i].Class = org.Read, rate.Other
		}
	}
	routes = append(routes, docs...)
	if s.Config.Studio.Enabled {
		routes = append(routes,
			Route{Method: "GET", Path: "/", Handle: s.front},
			Route{Method: "GET", Path: "/studio", Handle: s.studio},
			Route{Method: "GET", Path: "/studio/{path...}", Handle: s.studio})
	}
	return routes
}

// agentRoutes lead to the tools for agents, where there are any.
func (s *Server) agentRoutes() []Route {
	if s.MCP == nil {
		return nil
	}
	return []Route{{Method: "POST", Path: "/mcp", Scope: org.AnyScope, Class: rate.Other, Body: JSONBody, Relay: true, Handle: s.mcp}}
}

func (s *Server) version(*Call) (Reply, error) { return ok(s.Version) }

func (s *Server) openAPIDocument(*Call) (Reply, error) {
	return Reply{Status: http.StatusOK, Raw: s.openAPI}, nil
}
