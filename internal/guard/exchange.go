package guard

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"time"
)

const (
	maxHeader = 1 << 20

	// afterglow is how long a finished response is watched for bytes beyond its declared length. A server that
	// heeds "Connection: close" ends the wait at once.
	afterglow = 100 * time.Millisecond
)

// exchange is one request and its response on a connection of their own. It stands in for http.Transport, which
// hides whether the origin sent more than it had declared.
type exchange struct {
	resp   *http.Response
	socket net.Conn
	conn   net.Conn
	in     *bufio.Reader
	stop   func() bool
}

// exchange sends req to t and reads the response up to the end of its header. The end of ctx ends it at any
// point, also while its body is read.
func (c *Client) exchange(ctx context.Context, t target, req *http.Request) (*exchange, error) {
	socket, conn, err := c.connect(ctx, t)
	if err != nil {
		return nil, err
	}
	head := &io.LimitedReader{R: conn, N: maxHeader}
	x := &exchange{socket: socket, conn: conn, in: bufio.NewReader(head)}
	x.stop = context.AfterFunc(ctx, func() { socket.Close() })
	req.Close = true
	// A server may answer and hang up before it has read a whole body, so its answer counts more than ours.
	sent := req.Write(conn)
	if x.resp, err = readFinal(x.in, req); err != nil { //nolint:bodyclose // close ends it with its connection
		x.close()
		return nil, fmt.Errorf("talk to %s: %w", t.host, errors.Join(sent, err))
	}
	head.N = math.MaxInt64
	return x, nil
}

// readFinal passes over informational responses. Their number is bounded by the limit on header bytes.
func readFinal(in *bufio.Reader, req *http.Request) (*http.Response, error) {
	for {
		resp, err := http.ReadResponse(in, req)
		if err != nil || resp.StatusCode >= 200 || resp.StatusCode == http.StatusSwitchingProtocols {
			return resp, err
		}
	}
}

// overlong reports, at the end of the body, whether the origin sent more than it had declared.
func (x *exchange) overlong() bool {
	if x.resp.ContentLength < 0 {
		return false
	}
	if err := x.conn.SetReadDeadline(time.Now().Add(afterglow)); err != nil {
		return false
	}
	_, err := x.in.Peek(1)
	return err == nil
}

// close leaves the body of the response alone: its Close would read to the end.
func (x *exchange) close() {
	x.stop()
	x.socket.Close()
}
