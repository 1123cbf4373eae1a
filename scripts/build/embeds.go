package main

import (
	"cmp"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"pantograph/evaluator/dialect"
	"pantograph/evaluator/example"
	"pantograph/evaluator/protocol"
	"pantograph/scripts/internal/embed"
)

// wantResult is the section of an example that its embed is checked against.
const wantResult = "want/result.yaml"

// Limits of the page for embedders: lines of an example, and bytes of its element.
const (
	longestEmbed  = 90
	mostLines     = 20 // the others are reached by scrolling
	heaviestEmbed = 40_000
)

// embedPlace matches where a page wants embeds, and how many.
var embedPlace = regexp.MustCompile(`<!--pg-examples ?(\d*)-->`)

// withExamples replaces <!--pg-examples 50--> with 50 embeds, one from each dialect in turn,
// examples of the gallery first.
func (b *build) withExamples(text string) (string, error) {
	var failed error
	text = embedPlace.ReplaceAllStringFunc(text, func(place string) string {
		n, _ := strconv.Atoi(embedPlace.FindStringSubmatch(place)[1]) // 0 without a number
		var out strings.Builder
		for _, e := range b.inTurn() {
			if n == 0 {
				break
			}
			element, err := embedOf(e, heightLimit(e)...)
			if err != nil && failed == nil {
				failed = err
			}
			// An example with a large result is left out, and another one takes its place.
			if len(element) > heaviestEmbed {
				continue
			}
			n--
			fmt.Fprintf(&out, "<section class=\"case\">\n<h3>%s</h3>\n%s%s</section>\n", html.EscapeString(e.Title),
				paragraphs(e.Prose), element)
		}
		return out.String()
	})
	return text, failed
}

// heightLimit limits the height of an embed whose example is long.
func heightLimit(e *example.Example) []embed.Attribute {
	if strings.Count(e.Files[0].Text, "\n") <= mostLines {
		return nil
	}
	return []embed.Attribute{{Name: "lines", Value: strconv.Itoa(mostLines)}}
}

// inTurn returns all examples, one of each dialect in turn.
func (b *build) inTurn() (all []*example.Example) {
	lists, most := map[string][]*example.Example{}, 0
	for _, e := range b.entries {
		if e.Title != "" && len(e.Files) > 0 && strings.Count(e.Files[0].Text, "\n") <= longestEmbed {
			lists[e.Dialect] = append(lists[e.Dialect], e)
			most = max(most, len(lists[e.Dialect]))
		}
	}
	for _, list := range lists {
		slices.SortStableFunc(list, func(x, y *example.Example) int { return cmp.Compare(rank(x), rank(y)) })
	}
	// A dialect with few examples drops out; the order of dialects is that of their list.
	for turn := range most {
		for _, name := range dialect.Names() {
			if turn < len(lists[name]) {
				all = append(all, lists[name][turn])
			}
		}
	}
	return all
}

// rank returns a number by which the gallery is sorted first and mistakes last.
func rank(e *example.Example) float64 {
	if place, err := strconv.ParseFloat(e.Field("gallery"), 64); err == nil {
		return place
	}
	if strings.Contains(e.Name, "mistake") {
		return 2000
	}
	return 1000
}

// embedOf renders an example as static HTML.
func embedOf(e *example.Example, attributes ...embed.Attribute) (string, error) {
	one := embed.Example{Dialect: e.Dialect, Want: e.Want[wantResult], Attributes: attributes}
	if e.Field("gallery") != "" {
		one.Attributes = append(one.Attributes,
			embed.Attribute{Name: "link", Value: "#example/" + e.Dialect + "/" + e.Name})
	}
	for _, file := range e.Files {
		one.Files = append(one.Files, protocol.File(file))
	}
	page, err := embed.Evaluate(one)
	if err != nil {
		return "", fmt.Errorf("%s/%s: %w", e.Dialect, e.Name, err)
	}
	return page.HTML(), nil
}

// paragraphs renders prose, with `code`, as HTML.
func paragraphs(prose string) string {
	var out strings.Builder
	for _, text := range strings.Split(prose, "\n\n") {
		if text = strings.TrimSpace(text); text != "" {
			out.WriteString("<p>" + inline(text) + "</p>\n")
		}
	}
	return out.String()
}

// quoted matches `code` in prose.
var quoted = regexp.MustCompile("`([^`]+)`")

// inline renders a line with `code` as HTML.
func inline(text string) string {
	return quoted.ReplaceAllString(html.EscapeString(text), "<code>$1</code>")
}
