//go:build !linux

package work

import "os"

func spool(dir string) (*os.File, error) { return spoolNamed(dir) }
