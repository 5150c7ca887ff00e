package api

import "testing"

func TestRedact(t *testing.T) {
	for body, want := range map[string]string{
		`{"input":"a"}`: `{"input":"a"}`,
		"{ \"settings\" : {\"document_password\" :\n \"p\\\"w\" , \"x\":1} }":              "{ \"settings\" : {\"document_password\" :\n \"***\" , \"x\":1} }",
		`{"document_password":null}`:                                                       `{"document_password":null}`,
		`{"document_password":{"a":["b"]},"c":1}`:                                          `{"document_password":"***","c":1}`,
		`{"document_password":5}`:                                                          `{"document_password":"***"}`,
		`{"document\u005fpassword":"p"}`:                                                   `{"document\u005fpassword":"***"}`,
		`[{"document_password":"p"},{"document_password":"q"},"document_password","p"]`:    `[{"document_password":"***"},{"document_password":"***"},"document_password","p"]`,
		`{"a":"\"document_password\":\"p\""}`:                                              `{"a":"\"document_password\":\"p\""}`,
		`{"advanced_options":{"document_password":"p"},"document_url":"u","é":"\u00e9 é"}`: `{"advanced_options":{"document_password":"***"},"document_url":"u","é":"\u00e9 é"}`,
		`{"document_password":"a","document_password":"b"}`:                                `{"document_password":"***","document_password":"***"}`,
	} {
		if got := Redact([]byte(body)); got != want {
			t.Errorf("%s: %s, want %s", body, got, want)
		}
	}
}

func TestLite(t *testing.T) {
	for body, want := range map[string]bool{
		`{"input":"a"}`:                                                 false,
		` {"input":"a","use_lite":true}`:                                true,
		`{"input":"a","use_lite":"Yes"}`:                                true,
		`{"input":"a","use_lite":false}`:                                false,
		`{"input":"a","use_lite":"x"}`:                                  false,
		`{"input":"a","use_lite":null}`:                                 false,
		`{"input":"a","lite":{"enabled":1}}`:                            true,
		`{"input":"a","lite":{"enabled":0}}`:                            false,
		`{"input":"a","lite":true}`:                                     false,
		`{"input":"a","settings":{"use_lite":true}}`:                    true,
		`{"input":"a","settings":{"lite":{"enabled":true}}}`:            true,
		`{"input":"a","options":{"use_lite":true}}`:                     true,
		`{"input":"a","advanced_options":{"use_lite":true}}`:            true,
		`{"document_url":"a","experimental_options":{"use_lite":true}}`: true,
		`{"input":"a","parsing":{"use_lite":true}}`:                     false,
		`{"input":"a","use_lite":true,"use_lite":false}`:                false,
		`{"input":"a","settings":[]}`:                                   false,
	} {
		if got := Lite([]byte(body)); got != want {
			t.Errorf("%s: %v", body, got)
		}
	}
}
