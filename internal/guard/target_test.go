package guard

import (
	"strings"
	"testing"
)

func TestCheckLiteral(t *testing.T) {
	c := newClient(t, Policy{Allow: []string{"127.0.0.1:9000", "10.9.0.0/16", "dev.localhost:8080"}})
	for url, refused := range map[string]bool{
		"http://127.0.0.1/":                     true,
		"HTTP://127.0.0.1:80/x?y=z":             true,
		"http://10.0.0.1/":                      true,
		"http://172.16.0.1/":                    true,
		"http://192.168.0.1/":                   true,
		"http://169.254.169.254/latest":         true,
		"http://100.64.0.1/":                    true,
		"http://0.0.0.0/":                       true,
		"http://[::1]/":                         true,
		"http://[::]/":                          true,
		"http://[::ffff:127.0.0.1]/":            true,
		"http://[::ffff:7f00:1]/":               true,
		"http://[::127.0.0.1]/":                 true,
		"http://[2002:7f00:1::]/":               true,
		"http://[64:ff9b::7f00:1]/":             true,
		"http://[fc00::1]/":                     true,
		"http://[fe80::1]/":                     true,
		"http://[fe80::1%25eth0]/":              true,
		"http://①②⑦.0.0.1/":                     true,
		"http://①②⑦.⓪.⓪.①/":                     true,
		"http://127。0。0。1/":                     true,
		"http://LOCALHOST/":                     true,
		"http://localhost:8080/":                true,
		"http://localhost./":                    true,
		"http://ｌｏｃａｌｈｏｓｔ/":                     true,
		"http://a.b.localhost/":                 true,
		"http://dev.localhost/":                 true,
		"http://127.0.0.1:9001/":                true,
		"http://127.0.0.1:9000/":                false,
		"http://[::ffff:127.0.0.1]:9000/":       false,
		"http://10.9.1.2/":                      false,
		"http://dev.localhost:8080/":            false,
		"http://DEV.localhost.:8080/":           false,
		"https://example.com/doc.pdf":           false,
		"https://8.8.8.8/":                      false,
		"https://notlocalhost/":                 false,
		"https://localhost.example.com/":        false,
		"http://2130706433/":                    false,
		"http://0x7f000001/":                    false,
		"http://127.1/":                         false,
		"http://127.0.0.1./":                    false,
		"http://user@127.0.0.1/":                false, // 400 when it is fetched
		"http://[::1":                           false,
		"file:///etc/passwd":                    false,
		"":                                      false,
		"http://" + strings.Repeat("x", 10_000): false,
	} {
		err := c.CheckLiteral(url)
		if (err != nil) != refused {
			t.Errorf("%.60q: got %v, refused should be %v", url, err, refused)
		}
		if err != nil {
			refusedURL.check(t, err)
		}
	}
}

func TestEndsInNumber(t *testing.T) {
	for host, number := range map[string]bool{
		"2130706433": true, "0x7f000001": true, "127.1": true, "0177.0.0.1": true, "127.0.0.1.": true, "a.0x": true,
		"256.256.256.256": true, "example.com": false, "1.example": false, "0x7g": false, "x1": false, "a.": false, ".": false,
	} {
		if got := endsInNumber(host); got != number {
			t.Errorf("%q: got %v", host, got)
		}
	}
}
