package chaos

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/database"
	"github.com/octavo-dev/octavo/internal/testenv"
)

// installation is what the processes of one test share: settings, data and an address.
type installation struct {
	t        testing.TB
	dir      string
	data     string
	settings map[string]string // top-level keys of octavo.yaml
	env      []string
	lease    time.Duration
	started  int
	client   *client
	db       *database.DB
}

// defaultLease is the one out of the box. Most tests run with a shorter one, still three heartbeats long.
const defaultLease = 10 * time.Second

// noticed is how long it takes at most until the end of a lease is seen, on a busy machine.
const noticed = 4 * time.Second

// install makes an installation on a database, with the address of a free port.
func install(t testing.TB, databaseURL string) *installation {
	t.Helper()
	dir, err := os.MkdirTemp(root, "run-")
	if err != nil {
		t.Fatal(err)
	}
	port, err := testenv.FreePort()
	if err != nil {
		t.Fatal(err)
	}
	i := &installation{t: t, dir: dir, data: filepath.Join(dir, "data"), lease: shortLease}
	if databaseURL == "" {
		databaseURL = "sqlite:" + filepath.Join(i.data, "octavo.db")
	}
	i.settings = map[string]string{
		"data_dir": i.data, "database_url": databaseURL, "listen": "127.0.0.1:" + strconv.Itoa(port),
		"fetch": `{allow: ["127.0.0.1"]}`, "queue": fmt.Sprintf("{lease: %v, heartbeat: %v}", shortLease, shortLease/3),
		"shutdown": "{grace: 10s}",
		"webhooks": "{direct_secret: whsec_" + base64.StdEncoding.EncodeToString([]byte(hookKey)) + "}",
		"rate":     "{async: {key: {rate: 2000, burst: 4000}, org: {rate: 4000, burst: 8000}}, other: {key: {rate: 2000, burst: 4000}, org: {rate: 4000, burst: 8000}}, poll: {key: {rate: 2000, burst: 4000}, org: {rate: 4000, burst: 8000}}}",
	}
	if err := os.Mkdir(filepath.Join(dir, "tmp"), 0o700); err != nil {
		t.Fatal(err)
	}
	i.env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "TMPDIR=" + filepath.Join(dir, "tmp")}
	i.client = newClient(t, "http://127.0.0.1:"+strconv.Itoa(port))
	return i
}

// eachDatabase runs fn on both databases. fresh makes a new installation.
func eachDatabase(t *testing.T, fn func(t *testing.T, fresh func(testing.TB) *installation)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		fn(t, func(t testing.TB) *installation { return install(t, "") })
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		fn(t, func(t testing.TB) *installation { return install(t, testenv.Postgres(t)) })
	})
}

// command is octavo with the settings of the installation. Extra ones come as pairs of key and value.
func (i *installation) command(sub string, extra ...string) *exec.Cmd {
	i.t.Helper()
	bin, err := binary()
	if err != nil {
		i.t.Fatal(err)
	}
	i.started++
	settings := map[string]string{}
	for key, value := range i.settings {
		settings[key] = value
	}
	for k := 0; k+1 < len(extra); k += 2 {
		settings[extra[k]] = extra[k+1]
	}
	var yaml strings.Builder
	for key, value := range settings {
		fmt.Fprintf(&yaml, "%s: %s\n", key, value)
	}
	path := filepath.Join(i.dir, fmt.Sprintf("%d.yaml", i.started))
	if err := os.WriteFile(path, []byte(yaml.String()), 0o600); err != nil {
		i.t.Fatal(err)
	}
	cmd := exec.Command(bin, sub, "--config", path)
	cmd.Dir, cmd.Env = i.dir, i.env
	return cmd
}

func (i *installation) launch(cmd *exec.Cmd, sub string) *process { return i.launchIn(0, cmd, sub) }

// launchIn starts a command in the network namespace that a process keeps; 0 is that of the test.
func (i *installation) launchIn(space int, cmd *exec.Cmd, sub string) *process {
	name := fmt.Sprintf("%s-%d", sub, i.started)
	return launchIn(i.t, space, name, filepath.Join(i.dir, name+".log"), cmd)
}

// serve starts a server and waits until it is ready.
func (i *installation) serve(extra ...string) *process {
	i.t.Helper()
	p := i.launch(i.command("serve", extra...), "serve")
	i.ready(p)
	return p
}

// front is a server that leaves all work to others.
func (i *installation) front() *process {
	i.t.Helper()
	return i.serve("workers", "{cpu: 0, io: 0}")
}

func (i *installation) ready(p *process) {
	i.t.Helper()
	await(i.t, 60*time.Second, p.name+" is ready", func() error {
		if !p.alive() {
			i.t.Fatalf("%s ended: %s", p.name, p.tail(20))
		}
		a, err := i.client.try(patience, "GET", "/ready", nil)
		if err == nil && a.status != http.StatusOK {
			err = fmt.Errorf("%v", a)
		}
		return err
	})
}

// worker starts a worker and waits until it works.
func (i *installation) worker(extra ...string) *process {
	i.t.Helper()
	p := i.launch(i.command("worker", append([]string{"workers", "{cpu: 1, io: 4}"}, extra...)...), "worker")
	i.working(p)
	return p
}

// working waits until a worker works.
func (i *installation) working(p *process) {
	i.t.Helper()
	await(i.t, 60*time.Second, p.name+" works", func() error {
		if !p.alive() {
			i.t.Fatalf("%s ended: %s", p.name, p.tail(20))
		}
		if !strings.Contains(string(p.logged()), `"msg":"working"`) {
			return fmt.Errorf("no word of it")
		}
		return nil
	})
}

// withDefaultLease leaves the lease as it is out of the box.
func (i *installation) withDefaultLease() *installation {
	delete(i.settings, "queue")
	i.lease = defaultLease
	return i
}
