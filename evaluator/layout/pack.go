package layout

import "slices"

// A block is the layout of a part, with its origin at 0, 0.
type block struct {
	along, across int
	places        []Place
	routes        [][]int
	part          part
}

// measure sets the block's extent, from its boxes and lines.
func (b *block) measure(s *sketch) {
	b.part = s.part
	for v, p := range b.places {
		b.along = max(b.along, p.X+s.vertices[v].length)
		b.across = max(b.across, p.Y+s.vertices[v].before+s.vertices[v].after)
	}
	for _, r := range b.routes {
		for i := 0; i+1 < len(r); i += 2 {
			b.along = max(b.along, r[i])
			b.across = max(b.across, r[i+1])
		}
	}
}

// A packer arranges parts side by side in rows.
type packer struct {
	graph   Graph
	drawing Drawing
	blocks  []block
	loose   []int
}

// pack places all blocks, then the loose nodes in a grid below them.
func (p *packer) pack() {
	best := p.arrange(p.rowLength())
	if 0 < len(p.blocks) && len(p.blocks) <= maxCompared {
		best = p.choose(best)
	}
	for i, at := range best.blocks {
		p.put(p.blocks[i], margin+at[0], margin+at[1])
	}
	for i, at := range best.loose {
		along, across := p.graph.size(p.loose[i])
		p.drawing.Nodes[p.loose[i]] = Place{X: margin + at[0], Y: margin + at[1]}
		p.grow(margin+at[0]+along, margin+at[1]+across)
	}
}

// maxCompared is the largest number of parts for which several arrangements are compared.
const maxCompared = 200

// choose returns the arrangement that is largest in the viewport, of those with shorter and longer rows
// than the first. If there is an earlier drawing, it returns the one whose length is closest to it, of those that keep
// within the limit.
func (p *packer) choose(first packing) packing {
	earlier := 0
	for v := range p.graph.Nodes {
		if at, ok := p.graph.before(v); ok {
			along, _ := p.graph.size(v)
			earlier = max(earlier, at.X-margin+along)
		}
	}
	w, h := p.proportions()
	// isBetter compares lengths with the earlier drawing, or sizes that are scaled to the viewport.
	isBetter := func(a, b packing) bool {
		if p.graph.Limit > 0 && a.across != b.across && max(a.across, b.across) > p.graph.maxExtent() {
			return a.across < b.across
		}
		if earlier > 0 {
			return max(a.along-earlier, earlier-a.along) < max(b.along-earlier, earlier-b.along)
		}
		return max(a.along*h, a.across*w) < max(b.along*h, b.across*w)
	}
	best, row := first, p.rowLength()
	for eighths := 5; eighths <= 16; eighths++ {
		if a := p.arrange(row * eighths / 8); isBetter(a, best) {
			best = a
		}
	}
	return best
}

// proportions returns those of the viewport along and across the layers.
func (p *packer) proportions() (along, across int) {
	w, h := p.graph.Wide, p.graph.High
	if w <= 0 || h <= 0 {
		w, h = 8, 5
	}
	if p.graph.Down {
		return h, w
	}
	return w, h
}

// A packing is an arrangement of parts and loose nodes: their places, and its extent.
type packing struct {
	blocks, loose [][2]int
	along, across int
}

// arrange arranges the blocks in rows of at most the given length, unless a block is longer. A row
// consists of columns. A block goes below the others of the first column in which it does not make the row
// higher; otherwise it starts a new column.
func (p *packer) arrange(row int) packing {
	type column struct{ at, width, end int }
	var columns []column
	var out packing
	for _, b := range p.blocks {
		row = max(row, b.along)
	}
	x, y, height := 0, 0, 0
	for _, b := range p.blocks {
		along, across := ceilGrid(b.along), ceilGrid(b.across)
		i := slices.IndexFunc(columns, func(c column) bool { return along <= c.width && c.end+across <= height })
		if i < 0 {
			if x > 0 && x+b.along > row {
				x, y, height, columns = 0, y+height+partGap, 0, columns[:0]
			}
			i = len(columns)
			columns = append(columns, column{x, along, 0})
			x += along + partGap
		}
		c := &columns[i]
		out.blocks = append(out.blocks, [2]int{c.at, y + c.end})
		out.along, out.across = max(out.along, c.at+b.along), max(out.across, y+c.end+b.across)
		height = max(height, c.end+across)
		c.end += across + partGap
	}
	if len(p.blocks) > 0 {
		y += height + partGap
	}
	p.addGrid(&out, row, y)
	return out
}

// rowLength estimates the maximum length of rows from the wanted proportions of the drawing. It is at
// least the length of the longest part.
func (p *packer) rowLength() int {
	area, longest := 0, 0
	for _, b := range p.blocks {
		area += (b.along + partGap) * (b.across + partGap)
		longest = max(longest, b.along)
	}
	for _, v := range p.loose {
		along, across := p.graph.size(v)
		area += (along + nodeGap) * (across + nodeGap)
		longest = max(longest, along)
	}
	w, h := p.proportions()
	row := longest
	for row*row*h < area*w {
		row += grid * grid
	}
	return row
}

// put copies a block into the drawing.
func (p *packer) put(b block, x, y int) {
	d := &p.drawing
	for i, v := range b.part.nodes {
		at := b.places[i]
		d.Nodes[v] = Place{X: x + at.X, Y: y + at.Y, Layer: at.Layer}
	}
	for i, e := range b.part.edges {
		points := slices.Clone(b.routes[i])
		for j := 0; j+1 < len(points); j += 2 {
			points[j] += x
			points[j+1] += y
		}
		d.Edges[e].Points = points
	}
	p.grow(x+b.along, y+b.across)
}

// grow makes the drawing large enough for a point and the margin.
func (p *packer) grow(x, y int) {
	p.drawing.Width = max(p.drawing.Width, ceilGrid(x)+margin)
	p.drawing.Height = max(p.drawing.Height, ceilGrid(y)+margin)
}

// addGrid adds nodes without edges, in as many columns as fit in a row.
func (p *packer) addGrid(out *packing, row, y int) {
	if len(p.loose) == 0 {
		return
	}
	columns := p.columns(p.loose, row)
	for i := 0; i < len(p.loose); i += len(columns) {
		x, height := 0, 0
		for j, v := range p.loose[i:min(i+len(columns), len(p.loose))] {
			along, across := p.graph.size(v)
			out.loose = append(out.loose, [2]int{x, y})
			out.along, out.across = max(out.along, x+along), max(out.across, y+across)
			x += columns[j] + nodeGap
			height = max(height, ceilGrid(across))
		}
		y += height + nodeGap
	}
}

// columns returns the widths of as many columns as fit.
func (p *packer) columns(loose []int, row int) []int {
	least := row
	for _, v := range loose {
		along, _ := p.graph.size(v)
		least = min(least, along)
	}
	// No more columns fit than if all boxes were as narrow as the narrowest. Each column is as wide
	// as its widest box.
	for n := min(len(loose), row/(least+nodeGap)+1); ; n-- {
		widths := make([]int, max(n, 1))
		sum := -nodeGap
		for i, v := range loose {
			along, _ := p.graph.size(v)
			widths[i%len(widths)] = max(widths[i%len(widths)], ceilGrid(along))
		}
		for _, w := range widths {
			sum += w + nodeGap
		}
		if sum <= row || n <= 1 {
			return widths
		}
	}
}
