package main

import (
	"fmt"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/octavo-dev/octavo/internal/config"
	"github.com/octavo-dev/octavo/internal/database"
	"github.com/octavo-dev/octavo/internal/org"
)

type keysCmd struct {
	Create keyCreateCmd `cmd:"" help:"Create a key and print it once."`
	List   keyListCmd   `cmd:"" help:"List the keys."`
	Revoke keyRevokeCmd `cmd:"" help:"Revoke a key."`
	Rotate keyRotateCmd `cmd:"" help:"Create a successor; the old key expires after the overlap."`
}

// withOrgs opens the store of keys and organizations, making the tables when they are missing.
func (s *session) withOrgs(fn func(*org.Store) error) error {
	return s.withDatabase(func(db *database.DB) error {
		if err := database.Migrate(s.ctx, db); err != nil {
			return err
		}
		return fn(org.NewStore(db, nil))
	})
}

// span is a length of time on the command line, days included.
type span time.Duration

// UnmarshalText reads what the settings file reads.
func (s *span) UnmarshalText(text []byte) error {
	d, err := config.ParseDuration(string(text))
	*s = span(d)
	return err
}

type keyCreateCmd struct {
	Org     string `required:"" help:"Organization the key belongs to." placeholder:"ORG"`
	Name    string `required:"" help:"What the key is for." placeholder:"NAME"`
	Scopes  string `default:"all" placeholder:"SCOPES" help:"Comma-separated: submit, read, jobs, files, webhooks, admin; all is all but admin."`
	Expires span   `help:"How long the key is good for, such as 12h or 90d; without it, until it is revoked." placeholder:"TIME"`
}

func (k keyCreateCmd) Run(s *session) error {
	scopes, err := org.ParseScopes(k.Scopes)
	if err != nil {
		return wrongUse("--scopes: %w", err)
	}
	n := org.NewKey{Org: k.Org, Name: k.Name, Scopes: scopes}
	if k.Expires > 0 {
		at := time.Now().Add(time.Duration(k.Expires))
		n.Expires = &at
	}
	return s.withOrgs(func(store *org.Store) error {
		key, secret, err := store.CreateKey(s.ctx, n)
		if err != nil {
			return err
		}
		return printKey(s, secret, fmt.Sprintf("id %s, organization %s, scopes %s", key.ID, key.Org, key.Scopes))
	})
}

// printKey prints the key alone, so that a script can take it, and what is to be known of it for who looks on.
func printKey(s *session, secret, about string) error {
	if _, err := fmt.Fprintln(s.out, secret); err != nil {
		return err
	}
	_, err := fmt.Fprintf(os.Stderr, "octavo: %s; the key is not shown again\n", about)
	return err
}

type keyListCmd struct {
	Org string `default:"*" help:"Only keys of this organization." placeholder:"ORG"`
}

func (k keyListCmd) Run(s *session) error {
	return s.withOrgs(func(store *org.Store) error {
		keys, err := store.ListKeys(s.ctx, k.Org)
		if err != nil {
			return err
		}
		w := tabwriter.NewWriter(s.out, 0, 4, 2, ' ', 0)
		fmt.Fprintln(w, "ID\tORG\tNAME\tPREFIX\tSCOPES\tCREATED\tEXPIRES\tLAST USED\tREVOKED")
		for _, key := range keys {
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", key.ID, key.Org, key.Name, key.Prefix, key.Scopes,
				day(&key.CreatedAt), day(key.ExpiresAt), day(key.LastUsedAt), day(key.RevokedAt))
		}
		return w.Flush()
	})
}

func day(t *time.Time) string {
	if t == nil {
		return "-"
	}
	return t.UTC().Format("2006-01-02 15:04")
}

type keyRevokeCmd struct {
	ID string `arg:"" help:"Id of the key."`
}

func (k keyRevokeCmd) Run(s *session) error {
	return s.withOrgs(func(store *org.Store) error {
		key, err := store.RevokeKey(s.ctx, org.Any, k.ID)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(s.out, "revoked %s (%s) of %s\n", key.ID, key.Name, key.Org)
		return err
	})
}

type keyRotateCmd struct {
	ID      string `arg:"" help:"Id of the key."`
	Overlap span   `default:"24h" help:"How long the old key stays good." placeholder:"TIME"`
}

func (k keyRotateCmd) Run(s *session) error {
	return s.withOrgs(func(store *org.Store) error {
		key, secret, err := store.RotateKey(s.ctx, org.Any, k.ID, time.Duration(k.Overlap))
		if err != nil {
			return err
		}
		return printKey(s, secret, fmt.Sprintf("id %s replaces %s, which stays good for %s", key.ID, k.ID, time.Duration(k.Overlap)))
	})
}

type orgsCmd struct {
	Create orgCreateCmd `cmd:"" help:"Create an organization."`
	List   orgListCmd   `cmd:"" help:"List the organizations."`
	Set    orgSetCmd    `cmd:"" help:"Change an organization."`
}

type orgCreateCmd struct {
	ID string `arg:"" help:"Id: letters, digits, dots, underscores and hyphens."`

	MaxConcurrency int      `help:"Jobs that run at a time; 0 is all workers." placeholder:"N"`
	S3Buckets      []string `name:"s3-buckets" help:"Buckets that s3:// inputs may name, separated by commas; a trailing * matches any ending." placeholder:"NAMES"`
}

type orgSetCmd struct {
	ID string `arg:"" help:"Id of the organization."`

	MaxConcurrency *int      `help:"Jobs that run at a time; 0 is all workers." placeholder:"N"`
	S3Buckets      *[]string `name:"s3-buckets" help:"Buckets that s3:// inputs may name, separated by commas; a trailing * matches any ending." placeholder:"NAMES"`
}

func (o orgCreateCmd) Run(s *session) error {
	return s.withOrgs(func(store *org.Store) error {
		made, err := store.CreateOrg(s.ctx, org.Org{ID: o.ID, MaxConcurrency: o.MaxConcurrency, S3Buckets: o.S3Buckets})
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(s.out, "created", made.ID)
		return err
	})
}

func (o orgSetCmd) Run(s *session) error {
	return s.withOrgs(func(store *org.Store) error {
		_, err := store.SetOrg(s.ctx, o.ID, org.Change{MaxConcurrency: o.MaxConcurrency, S3Buckets: o.S3Buckets})
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(s.out, "changed", o.ID)
		return err
	})
}

type orgListCmd struct{}

func (orgListCmd) Run(s *session) error {
	return s.withOrgs(func(store *org.Store) error {
		orgs, err := store.ListOrgs(s.ctx)
		if err != nil {
			return err
		}
		w := tabwriter.NewWriter(s.out, 0, 4, 2, ' ', 0)
		fmt.Fprintln(w, "ID\tMAX CONCURRENCY\tS3 BUCKETS\tCREATED")
		for _, o := range orgs {
			ceiling := "all workers"
			if o.MaxConcurrency > 0 {
				ceiling = fmt.Sprint(o.MaxConcurrency)
			}
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", o.ID, ceiling, strings.Join(o.S3Buckets, ","), day(&o.CreatedAt))
		}
		return w.Flush()
	})
}
