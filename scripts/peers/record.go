package main

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"slices"
)

// recordPath is the path of the published file with the latest results.
const recordPath = testdata + "/peers.json"

// A record is the outcome of a campaign.
type record struct {
	Peer        string         `json:"peer"`
	Engine      string         `json:"engine"`
	Seed        int64          `json:"seed"`
	Templates   int            `json:"templates"`
	Agree       int            `json:"agree"` // templates with the same answer
	NotCompared int            `json:"notCompared"`
	Why         map[string]int `json:"notComparedBecause,omitempty"`
	Differ      int            `json:"differ"` // templates with different answers
	Speed       *speedRecord   `json:"speed,omitempty"`
	Differences []recordClass  `json:"differences,omitempty"`
}

// A recordClass is a class of differences with its cause, if known.
type recordClass struct {
	Class string `json:"class"`
	Found int    `json:"found"` // number of templates
	Cause string `json:"cause,omitempty"`
}

// record returns the record of a result, with the known causes of its differences.
func (r result) record(p peer, seed int64) record {
	out := record{Peer: p.name, Engine: p.engine, Seed: seed, Templates: r.templates, Agree: r.agree,
		NotCompared: r.notCompared(), Why: r.skipped, Speed: r.speed.record()}
	for _, c := range r.classes {
		out.Differ += c.found
		out.Differences = append(out.Differences, recordClass{c.name, c.found, causeOf(p.name, c.name)})
	}
	return out
}

// writeRecord replaces the peer's record. If the old one has more templates for the same engine, it replaces only the
// speed.
func writeRecord(r record) error {
	var all []record
	text, err := os.ReadFile(recordPath)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if len(text) > 0 {
		if err := json.Unmarshal(text, &all); err != nil {
			return err
		}
	}
	at := slices.IndexFunc(all, func(old record) bool { return old.Peer == r.Peer })
	switch {
	case at < 0:
		all = append(all, r)
	case all[at].Templates > r.Templates && all[at].Engine == r.Engine:
		if r.Speed != nil {
			all[at].Speed = r.Speed
		}
	default:
		all[at] = r
	}
	// The causes may have changed since the records of other peers were written.
	for _, old := range all {
		for i := range old.Differences {
			old.Differences[i].Cause = causeOf(old.Peer, old.Differences[i].Class)
		}
	}
	text, err = json.MarshalIndent(all, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(recordPath, append(text, '\n'), 0o644)
}
