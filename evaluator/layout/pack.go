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
}

// pack places all blocks, then the loose nodes in a grid below them.
func (p *packer) pack(loose []int) {
	row := p.rowLength(loose)
	x, y, height := 0, 0, 0
	for _, b := range p.blocks {
		if x > 0 && x+b.along > row {
			x, y, height = 0, y+height+partGap, 0
		}
		p.put(b, margin+x, margin+y)
		x += ceilGrid(b.along) + partGap
		height = max(height, ceilGrid(b.across))
	}
	if len(p.blocks) > 0 {
		y += height + partGap
	}
	p.gridOf(loose, row, y)
}

// rowLength computes the maximum length of rows from the wanted proportions of the drawing. It is at
// least the length of the longest part.
func (p *packer) rowLength(loose []int) int {
	area, longest := 0, 0
	for _, b := range p.blocks {
		area += (b.along + partGap) * (b.across + partGap)
		longest = max(longest, b.along)
	}
	for _, v := range loose {
		along, across := p.graph.size(v)
		area += (along + nodeGap) * (across + nodeGap)
		longest = max(longest, along)
	}
	w, h := p.graph.Wide, p.graph.High
	if w <= 0 || h <= 0 {
		w, h = 8, 5
	}
	if p.graph.Down {
		w, h = h, w
	}
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

// gridOf places nodes without edges in as many columns as fit in a row.
func (p *packer) gridOf(loose []int, row, y int) {
	if len(loose) == 0 {
		return
	}
	columns := p.columns(loose, row)
	y += margin
	for i := 0; i < len(loose); i += len(columns) {
		x, height := margin, 0
		for j, v := range loose[i:min(i+len(columns), len(loose))] {
			along, across := p.graph.size(v)
			p.drawing.Nodes[v] = Place{X: x, Y: y}
			p.grow(x+along, y+across)
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
