package tree

import (
	"bufio"
	"os/exec"
	"testing"
	"time"
)

// TestWatch watches a shell whose child keeps a processor busy.
func TestWatch(t *testing.T) {
	cmd := exec.Command("sh", "-c", `(n=0; while [ $n -lt 500000 ]; do n=$((n+1)); done; echo done; read x); true`)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	end := Watch(cmd.Process.Pid)
	if _, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	all := end()
	if err := in.Close(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	last := all[len(all)-1]
	if last.Processes != 2 || last.Children < 20*time.Millisecond || last.CPU() < last.Children {
		t.Errorf("%d processes, %v by children, %v together", last.Processes, last.Children, last.CPU())
	}
	if top := Largest(all); top.Size <= 0 || top.Size < last.Size {
		t.Errorf("the largest of %d looks has %f MiB, the last %f", len(all), top.Size, last.Size)
	}
}
