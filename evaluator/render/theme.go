package render

// A Theme holds the colours of a drawing.
type Theme struct {
	Ground, Panel, Rule, Ink, Muted string
	Accent                          string
	Unknown, Mocked, Secret, Failed string // the colours of the states
	Known                           string
}

// Light and Dark are the two themes of the page.
var (
	Light = Theme{
		Ground: "#FAF7F0", Panel: "#F2EDE1", Rule: "#D9D1BF", Ink: "#1B2430", Muted: "#5B6470",
		Accent: "#0B5FA5", Unknown: "#6B3FA0", Mocked: "#8A5A00", Secret: "#475569",
		Failed: "#B3261E", Known: "#1F6F43",
	}
	Dark = Theme{
		Ground: "#12171C", Panel: "#1A2128", Rule: "#2E3842", Ink: "#E8E4DA", Muted: "#9AA5B1",
		Accent: "#6DB3F2", Unknown: "#C3A6F0", Mocked: "#E0B04A", Secret: "#A9B4C0",
		Failed: "#FF8A7A", Known: "#7CCB9A",
	}
)

// A look is the style of a node in a state. States never differ only by colour.
type look struct {
	colour   string // of the tick, and of a distinct border
	border   string // if empty, the theme's muted colour
	dashes   string
	glyph    string // after the label, as in the page
	isHollow bool   // without a background
}

// look returns the style of a node in a state. Any other state has the style of "known".
func (t Theme) look(state string) look {
	switch state {
	case "unknown":
		return look{colour: t.Unknown, border: t.Unknown, dashes: "5 3", glyph: "?"}
	case "partial":
		return look{colour: t.Unknown, glyph: "?"}
	case "mocked":
		return look{colour: t.Mocked, border: t.Mocked, dashes: "1.5 2.5", glyph: "≈"}
	case "secret":
		return look{colour: t.Secret, glyph: "▮"}
	case "failed":
		return look{colour: t.Failed, border: t.Failed, glyph: "×"}
	case "missing":
		return look{colour: t.Failed, border: t.Failed, dashes: "5 3", glyph: "∅", isHollow: true}
	default:
		return look{colour: t.Known}
	}
}
