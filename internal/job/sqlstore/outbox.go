package sqlstore

import (
	"bytes"
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/json"
	"fmt"

	"github.com/octavo-dev/octavo/internal/job"
)

// outbox writes one message for every ended asynchronous job that asked for a webhook. Children never do.
func (s *Store) outbox(ctx context.Context, tx *sql.Tx, finals []final) error {
	var p params
	var told []message
	for _, f := range finals {
		if f.hook == "" || f.sync || f.parent != "" {
			continue
		}
		m, err := newMessage(f)
		if err != nil {
			return err
		}
		told = append(told, m)
	}
	if len(told) == 0 {
		return nil
	}
	err := p.exec(ctx, tx, `INSERT INTO messages (id, org, job_id, mode, url, channels, body, expanded, created_at) `+
		p.values(len(told), func(i int) []any {
			m := told[i]
			return []any{m.id, m.org, m.jobID, m.hook.Mode, m.hook.URL, m.channels, m.body, false, raw(s.now)}
		}))
	if err != nil {
		return fmt.Errorf("write webhook messages: %w", err)
	}
	return nil
}

type message struct {
	id, org, jobID string
	hook           job.Webhook
	channels, body string
}

func newMessage(f final) (message, error) {
	m := message{id: messageID(), org: f.org, jobID: f.id}
	if err := json.Unmarshal([]byte(f.hook), &m.hook); err != nil {
		return m, fmt.Errorf("read webhook of job %s: %w", f.id, err)
	}
	if m.hook.Channels == nil {
		m.hook.Channels = []string{}
	}
	channels, err := compactJSON(m.hook.Channels)
	if err != nil {
		return m, err
	}
	body, err := compactJSON(struct {
		Status   string          `json:"status"`
		JobID    string          `json:"job_id"`
		Metadata json.RawMessage `json:"metadata"`
	}{f.state.Status(), f.id, m.hook.Metadata})
	m.channels, m.body = channels, body
	return m, err
}

// compactJSON leaves <, > and & as they are, like every body of the interface.
func compactJSON(v any) (string, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return "", fmt.Errorf("encode webhook: %w", err)
	}
	return string(bytes.TrimSpace(b.Bytes())), nil
}

// messageID is the receiver's duplicate key.
func messageID() string { return "msg_" + (rand.Text() + rand.Text())[:27] }
