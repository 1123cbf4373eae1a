// Command play evaluates bundles in the terminal, exactly as the page does.
//
//	go run ./scripts/play [-dialect D] [-json] [-reveal] PATH...
//	go run ./scripts/play [-dialect D] [-reveal] -format NAME [-at PROPERTY] PATH...
//	go run ./scripts/play [-dialect D] [-json] [-reveal] -world FILE... [-write] PATH...
//	go run ./scripts/play [-dialect D] -graph FORMAT [-focus NODE]... [-flow WAY] [-depth N]
//	    [-inside NODE] [-direction lr|tb] [-dark] [-title T] [-legend] PATH...
//	go run ./scripts/play [-dialect D] [-json] [-reveal] -open LINK
//	go run ./scripts/play [-dialect D] [-reveal] [-with NAME]... [-base URL] -link PATH...
//	go run ./scripts/play [-dialect D] [-reveal] [-with NAME]... -embed PATH...
//
// A PATH is a folder, a .txtar archive, or another file, which means the folder that contains it,
// with that file as the main file.
//
// Without -json, play prints the result in the dialect's first format, and each problem with its
// source underlined; with -json, one result document per line. -format prints the result, or with
// -at the value at a property path, in one format, and the problems to stderr.
//
// -world, which may be repeated, evaluates with the values in a deployment file, which is the
// output of pulumi stack export, pulumi stack output --json, pulumi package get-schema, esc env
// open -f json, or openstack stack show, stack output show --all and stack resource show with
// -f json. It reports the added values on stderr; -write stores them in inputs.yaml. If a file
// cannot be used, nothing is changed.
//
// -graph prints the graph as svg, mermaid, dot, json, markdown or csv, byte for byte as the page
// does: all of it, or the part around nodes. -open evaluates the document in a link, -link prints
// the links of PATHs. -embed prints static HTML for <pantograph-example>; if there is a
// want/result.yaml and the result differs from it, this is reported and the status is 1. Both
// publish only the files that belong to the document (evaluator.Snapshot.Belonging), and print
// their names to stderr; -with adds a file. Without -reveal, secret values are left out
// (evaluator.Redact).
//
// Untrusted text is escaped so that it cannot control a terminal (diag.Printable).
//
// Exit status of the built program: 0 without problems of severity error, 1 with at least one, 2
// if a PATH could not be read; 2 takes precedence over 1.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strings"

	"pantograph/evaluator"
	"pantograph/evaluator/diag"
	"pantograph/evaluator/protocol"
	"pantograph/evaluator/value"
	"pantograph/scripts/internal/datafiles"
)

// options are the values of the flags, which the package comment explains.
type options struct {
	dialect, open, base string
	json, reveal        bool
	link, embed         bool
	with                []string
	format, at          string
	world               []string
	write               bool
	graph               graphOptions
}

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// run runs the command with arguments and returns the exit status. Tests call it.
func run(args []string, stdout, stderr io.Writer) int {
	o, flags := parse(args, stderr)
	if flags == nil {
		return 2
	}
	buffer := bufio.NewWriter(stdout)
	defer buffer.Flush()
	// All output goes through a printer, since any of it may contain text from a template.
	out := &printer{to: buffer, escape: o.escape(stdout)}
	defer out.Close()
	errors := &printer{to: stderr, escape: diag.Printable}
	defer errors.Close()
	if o.open != "" {
		return openLink(o.open, o, out, errors)
	}
	status := 0
	for i, path := range flags.Args() {
		if o.link {
			status = max(status, printLink(path, o, out, errors))
			continue
		}
		if o.embed {
			status = max(status, writeEmbed(path, o, out, errors))
			continue
		}
		if i > 0 && !o.json {
			fmt.Fprintln(out)
		}
		if flags.NArg() > 1 && !o.json {
			fmt.Fprintf(out, "# %s\n", diag.PrintableLine(path))
		}
		status = max(status, play(path, o, out, errors))
	}
	return status
}

// escape returns the function that escapes the output so that it cannot control a terminal. HTML,
// graphs and formats are not escaped unless the output is a terminal, since other programs read them.
func (o options) escape(stdout io.Writer) func(string) string {
	switch {
	case o.json:
		return diag.EscapeJSON
	case (o.embed || o.format != "" || o.graph.format != "") && !isTerminal(stdout):
		return unchanged
	}
	return diag.Printable
}

// parse parses the command line. If it is invalid, parse prints why, or the usage, and returns nil
// flags.
func parse(args []string, stderr io.Writer) (o options, flags *flag.FlagSet) {
	flags = flag.NewFlagSet("play", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&o.dialect, "dialect", "", "evaluate as this dialect instead of recognising it")
	flags.BoolVar(&o.json, "json", false, "print one result document per line")
	flags.BoolVar(&o.reveal, "reveal", false, "show secrets")
	flags.BoolVar(&o.link, "link", false, "print a link to the playground for each PATH")
	flags.BoolVar(&o.embed, "embed", false, "print static HTML for other pages")
	flags.StringVar(&o.base, "base", "", "with -link: the playground's address, which is printed before each link")
	flags.StringVar(&o.format, "format", "", "print only the result, in this format")
	flags.StringVar(&o.at, "at", "", "with -format: print only the value at this property path")
	g := &o.graph
	flags.StringVar(&g.format, "graph", "", "print only the graph, in this format: "+
		strings.Join(protocol.GraphFormats, ", "))
	flags.Func("focus", "with -graph: only the part around this node; may be repeated", func(id string) error {
		g.focus = append(g.focus, id)
		return nil
	})
	flags.StringVar(&g.flow, "flow", "",
		"with -focus: only nodes that it needs (needs), that need it (users), or that are on a path between two (path)")
	flags.StringVar(&g.inside, "inside", "",
		"with -graph: the values inside this node, and the values of other nodes that they need or that need them")
	flags.IntVar(&g.depth, "depth", 1, "with -focus: include nodes up to this many edges away")
	flags.StringVar(&g.direction, "direction", "lr",
		"with -graph: where dependants are drawn, to the right (lr) or below (tb)")
	flags.BoolVar(&g.dark, "dark", false, "with -graph svg: use the colours of the dark theme")
	flags.StringVar(&g.title, "title", "", "with -graph svg: write this title above the drawing")
	flags.BoolVar(&g.legend, "legend", false, "with -graph svg: add a legend below the drawing")
	flags.Func("with", "with -link or -embed: publish this file, too; may be repeated", func(name string) error {
		o.with = append(o.with, name)
		return nil
	})
	flags.Func("world", "evaluate with the values in this deployment file (state, outputs, schema); may be repeated",
		func(name string) error {
			o.world = append(o.world, name)
			return nil
		})
	flags.BoolVar(&o.write, "write", false, "with -world: store the values in inputs.yaml")
	flags.StringVar(&o.open, "open", "", "evaluate the document in this link")
	flags.Usage = func() {
		fmt.Fprintln(stderr, "usage: play [-dialect D] [-json] [-reveal] PATH...")
		fmt.Fprintln(stderr, "       play [-dialect D] [-reveal] -format NAME [-at PROPERTY] PATH...")
		fmt.Fprintln(stderr, "       play [-dialect D] [-json] [-reveal] -world FILE... [-write] PATH...")
		fmt.Fprintln(stderr, "       play [-dialect D] -graph FORMAT [-focus NODE]... [-flow WAY] [-depth N] "+
			"[-inside NODE] [-direction lr|tb] [-dark] [-title T] [-legend] PATH...")
		fmt.Fprintln(stderr, "       play [-dialect D] [-json] [-reveal] -open LINK")
		fmt.Fprintln(stderr, "       play [-dialect D] [-reveal] [-with NAME]... [-base URL] -link PATH...")
		fmt.Fprintln(stderr, "       play [-dialect D] [-reveal] [-with NAME]... -embed PATH...")
		flags.PrintDefaults()
	}
	if err := flags.Parse(args); err != nil {
		return o, nil
	}
	// A flag that would have no effect is an error, too: ignoring it would print something that the
	// user did not mean.
	isWrong := g.format != "" && !(slices.Contains(protocol.GraphFormats, g.format) && directions[g.direction] != "" &&
		slices.Contains([]string{"", "needs", "users", "path"}, g.flow) && o.format == "" && !o.json) ||
		g.format == "" && (g.focus != nil || g.inside != "")
	if isWrong || o.at != "" && o.format == "" || o.format != "" && o.json {
		flags.Usage()
		return o, nil
	}
	isPublished := o.link || o.embed
	if o.world != nil && (isPublished || o.open != "") || o.world == nil && o.write {
		flags.Usage()
		return o, nil
	}
	if (flags.NArg() == 0) == (o.open == "") || isPublished && (o.json || o.open != "") ||
		!isPublished && o.with != nil {
		flags.Usage()
		return o, nil
	}
	return o, flags
}

// play evaluates one path and returns its exit status.
func play(path string, o options, out, stderr io.Writer) int {
	b, err := readBundle(path, o.world...)
	var s *evaluator.Snapshot
	if err == nil {
		reportLinks(path, b, stderr)
		err = b.addWorld(path, o, stderr)
	}
	if err == nil {
		s, err = evaluate(evaluator.Request{Dialect: o.dialect, Main: b.main, Files: b.files})
	}
	return report(path, s, err, o, out, stderr)
}

// evaluate evaluates a bundle, with a collector that is set for its size.
func evaluate(asked evaluator.Request) (*evaluator.Snapshot, error) {
	size := 0
	for _, f := range asked.Files {
		size += len(f.Text)
	}
	debug.SetGCPercent(evaluator.GCPercent(size))
	asked.Data = datafiles.Data
	return evaluator.Evaluate(asked)
}

// report prints the result of an evaluation, or its error, and returns the exit status.
func report(path string, s *evaluator.Snapshot, err error, o options, out, stderr io.Writer) int {
	if err != nil {
		// With -json, each path has a line, even one that cannot be read (section 2 of CONTRACT.md).
		if o.json {
			b := value.AppendQuoted([]byte(`{"path":`), path, false, false)
			b = value.AppendQuoted(append(b, `,"error":`...), err.Error(), false, false)
			out.Write(append(b, '}', '\n'))
		} else {
			fmt.Fprintln(out, diag.PrintableLine(path+": "+err.Error()))
		}
		return 2
	}
	switch {
	case o.graph.format != "":
		if err := printGraph(s, o.graph, out); err != nil {
			fmt.Fprintln(stderr, diag.PrintableLine(path+": "+err.Error()))
			return 2
		}
		showProblems(s, stderr)
	case o.format != "":
		text, err := s.Format(o.format, o.at, o.reveal)
		if err != nil {
			fmt.Fprintln(stderr, diag.PrintableLine(path+": "+err.Error()))
			return 2
		}
		io.WriteString(out, text)
		showProblems(s, stderr)
	case o.json:
		out.Write(s.Document(path, o.reveal))
		io.WriteString(out, "\n")
	default:
		show(s, o.reveal, out)
	}
	for _, p := range s.Problems {
		if p.Severity == diag.Error {
			return 1
		}
	}
	return 0
}

// show prints the result in the dialect's first format, then the problems.
func show(s *evaluator.Snapshot, reveal bool, out io.Writer) {
	text := s.Render("", reveal).Text
	if !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	io.WriteString(out, text)
	showProblems(s, out)
}

// showProblems prints each problem, with its source underlined, after an empty line.
func showProblems(s *evaluator.Snapshot, out io.Writer) {
	for _, p := range s.Problems {
		io.WriteString(out, "\n"+diag.Terminal(p))
	}
}
