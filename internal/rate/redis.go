package rate

import (
	"context"
	_ "embed" // the script
	"errors"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/logging"
	"github.com/redis/go-redis/v9/maintnotifications"
)

// Redis keeps buckets in a Redis server, by its clock.
type Redis struct {
	client *redis.Client
}

//go:embed take.lua
var takeSource string

var takeScript = redis.NewScript(takeSource)

const redisPrefix = "octavo:rate:"

// OpenRedis returns the buckets of the server behind a redis:// or rediss:// URL. It does not connect yet: a
// server that is away must not stop the service.
func OpenRedis(url string) (*Redis, error) {
	opt, err := redis.ParseURL(url)
	if err != nil {
		return nil, errors.New("redis_url: not a valid redis:// or rediss:// URL") // the cause may hold a password
	}
	opt.ContextTimeoutEnabled = true
	opt.DialerRetries = 1
	opt.MaxRetries = -1 // a second try would come after the limiter has stopped waiting
	opt.MaintNotificationsConfig = &maintnotifications.Config{Mode: maintnotifications.ModeDisabled}
	// Every error is returned; the library would also write it to standard error.
	logging.Disable()
	return &Redis{client: redis.NewClient(opt)}, nil
}

// Close closes the connections.
func (r *Redis) Close() error { return r.client.Close() }

// Take implements Backend in one round trip.
func (r *Redis) Take(ctx context.Context, wants []Want) ([]Level, error) {
	keys, args := make([]string, len(wants)), make([]any, 0, 3*len(wants))
	for i, w := range wants {
		keys[i] = redisPrefix + w.Name
		args = append(args, w.every().Microseconds(), w.Limit.Burst, w.Most)
	}
	answer, err := takeScript.Run(ctx, r.client, keys, args...).Int64Slice()
	if err != nil {
		return nil, fmt.Errorf("take rate tokens: %w", err)
	}
	if len(answer) != 2*len(wants) {
		return nil, fmt.Errorf("take rate tokens: %d numbers for %d buckets", len(answer), len(wants))
	}
	levels := make([]Level, len(wants))
	for i := range levels {
		levels[i] = Level{int(answer[2*i]), time.Duration(answer[2*i+1]) * time.Microsecond}
	}
	return levels, nil
}
