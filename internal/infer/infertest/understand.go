package infertest

import (
	"encoding/json"
	"net/http"
	"path"
	"strings"
)

// content is a message's content: a text, or a list of parts.
type content struct {
	texts  []string
	images int
}

func (c *content) UnmarshalJSON(b []byte) error {
	var text string
	if json.Unmarshal(b, &text) == nil {
		c.texts = []string{text}
		return nil
	}
	var parts []struct{ Type, Text string }
	if err := json.Unmarshal(b, &parts); err != nil {
		return err
	}
	for _, p := range parts {
		if p.Type == "text" {
			c.texts = append(c.texts, p.Text)
		} else {
			c.images++
		}
	}
	return nil
}

type message struct {
	Role    string
	Content content
}

// users adds what stands in the messages of the user.
func (a *Ask) users(all []message) {
	var texts []string
	for _, m := range all {
		switch m.Role {
		case "system":
			a.System += strings.Join(m.Content.texts, "\n")
		case "user":
			texts = append(texts, m.Content.texts...)
			a.Images += m.Content.images
		}
	}
	a.Text = strings.Join(texts, "\n")
}

func fromOpenAI(r *http.Request, body []byte) (Ask, bool) {
	var q struct {
		Model          string
		Messages       []message
		Max            int `json:"max_completion_tokens"`
		OldMax         int `json:"max_tokens"`
		ResponseFormat struct {
			Schema struct{ Schema json.RawMessage } `json:"json_schema"`
		} `json:"response_format"`
	}
	a := Ask{Protocol: OpenAI, Body: body, Key: strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")}
	if json.Unmarshal(body, &q) != nil {
		return a, false
	}
	a.Model, a.Schema, a.Limit = q.Model, q.ResponseFormat.Schema.Schema, max(q.Max, q.OldMax)
	a.users(q.Messages)
	return a, true
}

func fromAnthropic(r *http.Request, body []byte) (Ask, bool) {
	var q struct {
		Model    string
		System   content
		Messages []message
		Max      int `json:"max_tokens"`
		Tools    []struct {
			Schema json.RawMessage `json:"input_schema"`
		}
	}
	a := Ask{Protocol: Anthropic, Body: body, Key: r.Header.Get("X-Api-Key")}
	if json.Unmarshal(body, &q) != nil || r.Header.Get("Anthropic-Version") == "" {
		return a, false
	}
	a.Model, a.Limit, a.System = q.Model, q.Max, strings.Join(q.System.texts, "\n")
	if len(q.Tools) > 0 {
		a.Schema = q.Tools[0].Schema
	}
	a.users(q.Messages)
	return a, true
}

func fromGoogle(r *http.Request, body []byte) (Ask, bool) {
	type turn struct {
		Role  string
		Parts []struct {
			Text       string
			InlineData *struct{ Data string }
		}
	}
	var q struct {
		SystemInstruction turn
		Contents          []turn
		GenerationConfig  struct {
			MaxOutputTokens int
			ResponseSchema  json.RawMessage
		}
	}
	a := Ask{Protocol: Google, Body: body, Key: r.Header.Get("X-Goog-Api-Key")}
	if json.Unmarshal(body, &q) != nil {
		return a, false
	}
	a.Model = strings.TrimSuffix(path.Base(r.URL.Path), ":generateContent")
	a.Schema, a.Limit = q.GenerationConfig.ResponseSchema, q.GenerationConfig.MaxOutputTokens
	flat := func(t turn) message {
		m := message{Role: t.Role}
		for _, p := range t.Parts {
			if p.InlineData != nil {
				m.Content.images++
			} else {
				m.Content.texts = append(m.Content.texts, p.Text)
			}
		}
		return m
	}
	a.System = strings.Join(flat(q.SystemInstruction).Content.texts, "\n")
	var all []message
	for _, t := range q.Contents {
		all = append(all, flat(t))
	}
	a.users(all)
	return a, true
}
