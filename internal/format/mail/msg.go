package mail

import (
	"context"
	"strings"
	"time"

	"github.com/octavo-dev/octavo/internal/compound"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/format"
)

// Outlook is a message as Outlook saves it.
var Outlook = format.Format{Name: "msg", MediaTypes: []string{"application/vnd.ms-outlook"}, Read: readOutlook}

func readOutlook(ctx context.Context, f format.File, opts format.Options) (*doc.Document, error) {
	if pages, err := opts.Pages(1, nil); err != nil || len(pages) == 0 {
		return &doc.Document{Type: "msg", Kind: doc.Flow, Name: f.Name, PageCount: 1}, err
	}
	file, err := compound.Open(f.Data, f.Size)
	if err != nil {
		return nil, fault.Wrap(fault.DocumentCorrupt, err, "the message cannot be read")
	}
	o := outlook{file: file, message: &message{}, room: opts.Limits.TextBytes}
	if o.room <= 0 {
		o.room = f.Size
	}
	if err := o.read(); err != nil {
		return nil, err
	}
	d, err := o.message.document("msg", f, opts.Limits)
	if err != nil {
		return nil, err
	}
	return d, ctx.Err()
}

// outlook is a saved message while it is read.
type outlook struct {
	file    *compound.File
	message *message
	room    int64 // bytes of text that may still be held
}

// Storages of a message, each with properties of its own.
const (
	recipients  = "__recip_version1.0_#"
	attachments = "__attach_version1.0_#"
)

// Who a recipient is to a message.
const (
	to = iota + 1
	cc
	bcc
)

func (o *outlook) read() error {
	p, err := o.properties(o.file.Root, 32)
	if err != nil {
		return err
	}
	people := map[int][]string{}
	for _, e := range o.file.Root.Children {
		switch {
		case strings.HasPrefix(e.Name, recipients):
			r, err := o.properties(e, 8)
			if err != nil {
				return err
			}
			kind := int(r.fixed[recipientKind])
			people[kind] = append(people[kind], person(r.text(displayName), r.text(smtpAddress, address)))
		case strings.HasPrefix(e.Name, attachments):
			if err := o.attachment(e); err != nil {
				return err
			}
		}
	}
	m := o.message
	m.header("From", person(p.text(senderName), p.text(senderSMTP, senderAddress)))
	m.header("To", listed(people[to], p.text(displayTo)))
	m.header("Cc", listed(people[cc], p.text(displayCc)))
	m.header("Bcc", listed(people[bcc], p.text(displayBcc)))
	m.header("Date", p.date(submitted, delivered))
	m.header("Subject", p.text(subject))
	o.body(p)
	return nil
}

// body is the message itself: of the forms in which it is kept, the one that says most.
func (o *outlook) body(p *properties) {
	if html := p.text(bodyHTML); html != "" {
		o.message.body = []piece{{html, true}}
		return
	}
	if body := p.text(bodyText); strings.TrimSpace(body) != "" {
		o.message.body = []piece{{body, false}}
		return
	}
	e := p.entry(bodyRTF)
	if e == nil {
		return
	}
	rich, err := unpack(p.raw(e), o.room)
	if err != nil {
		o.message.issues = append(o.message.issues, "the body is kept as RTF only and cannot be read")
		return
	}
	if text, html := rtfText(string(rich)); strings.TrimSpace(text) != "" {
		o.message.body = []piece{{text, html}}
	}
}

// listed names the recipients of a kind, or what the message shows where it does not list them.
func listed(people []string, shown string) string {
	var named []string
	for _, p := range people {
		if p != "" {
			named = append(named, p)
		}
	}
	if len(named) == 0 {
		return shown
	}
	return strings.Join(named, ", ")
}

// person is a name with an address, as mail writes it.
func person(name, address string) string {
	name, address = strings.TrimSpace(name), strings.TrimSpace(address)
	switch {
	case address == "" || strings.EqualFold(name, address):
		return name
	case name == "":
		return address
	}
	return name + " <" + address + ">"
}

// attachment lists one attachment.
func (o *outlook) attachment(e *compound.Entry) error {
	p, err := o.properties(e, 8)
	if err != nil {
		return err
	}
	a := attachment{name: p.text(longFileName, fileShortName, displayName), kind: p.text(mimeTag)}
	if data := p.entry(attachedData); data != nil {
		a.size = data.Size
	}
	if inner := e.Child("__substg1.0_3701000D"); inner != nil { // a message of its own
		a.kind = "application/vnd.ms-outlook"
		if a.name != "" {
			a.name += ".msg"
		}
		a.size = total(inner)
	}
	o.message.attach(a)
	return nil
}

// total is what the streams of a storage hold together.
func total(e *compound.Entry) int64 {
	if e.Stream {
		return e.Size
	}
	var sum int64
	for _, c := range e.Children {
		sum += total(c)
	}
	return sum
}

// fileTime is a Windows time: tenths of a microsecond since 1601.
func fileTime(v uint64) time.Time {
	const epoch = 11_644_473_600 // seconds from 1601 to 1970
	return time.Unix(int64(v/1e7)-epoch, 0).UTC()
}
