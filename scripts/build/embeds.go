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

// Limits of the embeds in a page.
const (
	maxEmbedLines = 90     // lines of an example; longer ones are left out
	visibleLines  = 20     // lines that are visible without scrolling
	maxEmbedBytes = 40_000 // bytes of the element
)

// embedComment matches the comment that a page's embeds replace. Its group is their number.
var embedComment = regexp.MustCompile(`<!--pg-examples ?(\d*)-->`)

// withExamples replaces <!--pg-examples 50--> with 50 embeds, one from each dialect in turn,
// examples of the gallery first.
func (b *build) withExamples(text string) (string, error) {
	var failed error
	text = embedComment.ReplaceAllStringFunc(text, func(comment string) string {
		n, _ := strconv.Atoi(embedComment.FindStringSubmatch(comment)[1]) // n is 0 if the comment has no number
		var out strings.Builder
		for _, e := range b.alternating() {
			if n == 0 {
				break
			}
			element, err := embedOf(e, heightLimit(e)...)
			if err != nil && failed == nil {
				failed = err
			}
			// An example with a large result is skipped in favour of the next one.
			if len(element) > maxEmbedBytes {
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

// heightLimit returns the attribute that limits the height of an embed if its example is long.
func heightLimit(e *example.Example) []embed.Attribute {
	if strings.Count(e.Files[0].Text, "\n") <= visibleLines {
		return nil
	}
	return []embed.Attribute{{Name: "lines", Value: strconv.Itoa(visibleLines)}}
}

// alternating returns the examples that are short enough, one from each dialect in turn.
func (b *build) alternating() (all []*example.Example) {
	lists, most := map[string][]*example.Example{}, 0
	for _, e := range b.entries {
		if e.Title != "" && len(e.Files) > 0 && strings.Count(e.Files[0].Text, "\n") <= maxEmbedLines {
			lists[e.Dialect] = append(lists[e.Dialect], e)
			most = max(most, len(lists[e.Dialect]))
		}
	}
	for _, list := range lists {
		slices.SortStableFunc(list, func(x, y *example.Example) int { return cmp.Compare(rank(x), rank(y)) })
	}
	// Dialects take turns in the order of their list until their examples run out.
	for turn := range most {
		for _, name := range dialect.Names() {
			if turn < len(lists[name]) {
				all = append(all, lists[name][turn])
			}
		}
	}
	return all
}

// rank returns the sort key of an example: the gallery comes first, in its order, and examples of
// errors come last.
func rank(e *example.Example) float64 {
	if position, err := strconv.ParseFloat(e.Field("gallery"), 64); err == nil {
		return position
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
