package infertest

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Step is one reaction to a request.
type Step func(*exchange)

type exchange struct {
	server *Server
	ask    Ask
	w      http.ResponseWriter
	r      *http.Request
}

// Answer is a text in the protocol of the request, whatever it was asked for. Tokens are counted as bytes.
func Answer(text string) Step { return func(x *exchange) { x.reply(text, "") } }

// Fenced is an answer with words and a fence around it.
func Fenced(text string) Step {
	return Answer("Here is what I found [see the document]:\n```json\n" + text + "\n```\nLet me know if you need more.")
}

// Limit is an answer that stops at the output limit.
func Limit(text string) Step {
	return func(x *exchange) {
		x.reply(text, map[string]string{OpenAI: "length", Anthropic: "max_tokens", Google: "MAX_TOKENS"}[x.ask.Protocol])
	}
}

// Declined is an answer that the model does not want to give.
func Declined() Step {
	return func(x *exchange) {
		x.reply("I cannot help with that.", map[string]string{OpenAI: "content_filter", Anthropic: "refusal", Google: "SAFETY"}[x.ask.Protocol])
	}
}

// Status is a failure with the words of a provider; after is what Retry-After says, 0 for nothing.
func Status(code int, words string, after time.Duration) Step {
	return func(x *exchange) {
		if after > 0 {
			x.w.Header().Set("Retry-After", strconv.Itoa(int(after.Seconds())))
		}
		x.fail(code, words, words)
	}
}

// Overflow is how the provider of the request says that it is longer than the model can read.
func Overflow() Step {
	return func(x *exchange) {
		switch x.ask.Protocol {
		case OpenAI:
			x.fail(400, "context_length_exceeded", "This model's maximum context length is 8192 tokens.")
		case Anthropic:
			x.fail(400, "invalid_request_error", "prompt is too long: 208310 tokens > 200000 maximum")
		case Google:
			x.fail(400, "INVALID_ARGUMENT", "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).")
		}
	}
}

// Page is a success that is no answer of the protocol.
func Page() Step {
	return func(x *exchange) {
		x.w.Header().Set("Content-Type", "text/html")
		_, _ = x.w.Write([]byte("<html>It works!</html>"))
	}
}

// Redirect points elsewhere.
func Redirect(to string) Step {
	return func(x *exchange) { http.Redirect(x.w, x.r, to, http.StatusTemporaryRedirect) }
}

// Hang answers nothing until the caller goes away.
func Hang() Step {
	return func(x *exchange) {
		select {
		case <-x.r.Context().Done():
		case <-x.server.gone:
		}
	}
}

// Reset breaks the connection, after some bytes of an answer where late is set.
func Reset(late bool) Step {
	return func(x *exchange) {
		if late {
			x.w.Header().Set("Content-Type", "application/json")
			x.w.Header().Set("Content-Length", "1000")
			_, _ = x.w.Write([]byte(`{"choices":`))
			_ = http.NewResponseController(x.w).Flush()
		}
		panic(http.ErrAbortHandler)
	}
}

// Flood is an answer of so many bytes.
func Flood(n int) Step {
	return func(x *exchange) {
		x.w.Header().Set("Content-Type", "application/json")
		piece := []byte(strings.Repeat(" ", 1<<20))
		for left := n; left > 0; left -= len(piece) {
			sent, err := x.w.Write(piece)
			x.server.sent.Add(int64(sent))
			if err != nil {
				return
			}
		}
	}
}

func (x *exchange) fail(code int, name, words string) {
	var body any
	switch x.ask.Protocol {
	case OpenAI:
		body = map[string]any{"error": map[string]any{"message": words, "type": "invalid_request_error", "param": nil, "code": name}}
	case Anthropic:
		body = map[string]any{"type": "error", "error": map[string]any{"type": name, "message": words}}
	case Google:
		body = map[string]any{"error": map[string]any{"code": code, "message": words, "status": name}}
	}
	x.write(code, body)
}

func (x *exchange) write(code int, body any) {
	x.w.Header().Set("Content-Type", "application/json")
	x.w.WriteHeader(code)
	_ = json.NewEncoder(x.w).Encode(body)
}

// reply writes an answer; stop is the protocol's word for why it ended, empty for the usual one.
func (x *exchange) reply(text, stop string) {
	in, out := len(x.ask.System)+len(x.ask.Text), len(text)
	switch x.ask.Protocol {
	case OpenAI:
		x.write(200, map[string]any{
			"id": "c", "object": "chat.completion", "created": 1, "model": x.ask.Model,
			"choices": []any{map[string]any{"index": 0, "finish_reason": or(stop, "stop"), "message": map[string]any{"role": "assistant", "content": text, "refusal": nil}}},
			"usage":   map[string]any{"prompt_tokens": in, "completion_tokens": out, "total_tokens": in + out},
		})
	case Anthropic:
		x.write(200, map[string]any{
			"id": "m", "type": "message", "role": "assistant", "model": x.ask.Model, "content": x.blocks(text),
			"stop_reason": or(stop, "end_turn"), "stop_sequence": nil, "usage": map[string]any{"input_tokens": in, "output_tokens": out},
		})
	case Google:
		x.write(200, map[string]any{
			"candidates":    []any{map[string]any{"index": 0, "finishReason": or(stop, "STOP"), "content": map[string]any{"role": "model", "parts": []any{map[string]any{"text": text}}}}},
			"usageMetadata": map[string]any{"promptTokenCount": in, "candidatesTokenCount": out, "totalTokenCount": in + out},
		})
	}
}

// blocks gives an object to the tool; anything else can only be said.
func (x *exchange) blocks(text string) []any {
	var object map[string]any
	if x.ask.Schema != nil && json.Unmarshal([]byte(text), &object) == nil {
		return []any{map[string]any{"type": "tool_use", "id": "t", "name": "answer", "input": json.RawMessage(text)}}
	}
	return []any{map[string]any{"type": "text", "text": text}}
}

func or(a, b string) string {
	if a == "" {
		return b
	}
	return a
}
