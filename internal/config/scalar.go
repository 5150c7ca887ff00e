package config

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"gopkg.in/yaml.v3"
)

var durationType = reflect.TypeFor[time.Duration]()

// decodeScalar reports whether v was set.
func (l *loader) decodeScalar(n *yaml.Node, v reflect.Value, key string, f field) bool {
	if n.Kind != yaml.ScalarNode {
		l.wrong(key, "must be a single value")
		return false
	}
	if err := setScalar(n.Value, v, f); err != nil {
		if f.secret {
			l.wrong(key, "%v", err)
		} else {
			l.wrong(key, "%q %v", n.Value, err)
		}
		return false
	}
	return true
}

func setScalar(s string, v reflect.Value, f field) error {
	switch {
	case v.Type() == durationType:
		return setDuration(s, v, f)
	case f.bytes:
		return setSize(s, v)
	case v.Kind() == reflect.Bool:
		b, ok := map[string]bool{"true": true, "false": false, "1": true, "0": false, "yes": true, "no": false, "on": true, "off": false}[strings.ToLower(s)]
		if !ok {
			return errors.New("is neither true nor false")
		}
		v.SetBool(b)
	case v.Kind() == reflect.Float64:
		n, err := strconv.ParseFloat(s, 64)
		if err != nil || !(n >= 0 && n <= 1e12) {
			return errors.New("is not a number from 0 up")
		}
		v.SetFloat(n)
	case v.Kind() == reflect.String:
		if len(f.enum) > 0 && !slices.Contains(f.enum, s) {
			return fmt.Errorf("is not one of %s", strings.Join(f.enum, ", "))
		}
		v.SetString(s)
	default:
		return setInt(s, v, f)
	}
	return nil
}

func setInt(s string, v reflect.Value, f field) error {
	least := cmp.Or(f.min, "0")
	n, err := strconv.ParseInt(strings.ReplaceAll(s, "_", ""), 10, 32)
	low, _ := strconv.ParseInt(least, 10, 32)
	if err != nil || n < low {
		return fmt.Errorf("is not a whole number from %s up", least)
	}
	v.SetInt(n)
	return nil
}

func setSize(s string, v reflect.Value) error {
	n, err := parseSize(s)
	if err != nil {
		return err
	}
	if n == 0 {
		return errors.New("is too small; it must be at least 1 byte")
	}
	v.SetInt(n)
	return nil
}

func setDuration(s string, v reflect.Value, f field) error {
	if f.off && strings.EqualFold(s, "off") {
		s = "0"
	}
	d, err := ParseDuration(s)
	if err != nil {
		return err
	}
	if d < time.Millisecond && !(f.off && d == 0) {
		return errors.New("is too short; it must be at least 1ms")
	}
	v.SetInt(int64(d))
	return nil
}
