package main

import "math/rand"

var programBits = []string{
	" ", "\n", ":", ": ", "- ", "{", "}", "[", "]", ",", "${", "}", "$", "$$", "\"", "'", "fn::", "fn::secret: ", "fn::toJSON: ", "fn::join: ", "fn::select: ",
	"${v}", "${r.x}", "${r}", ".x", "[0]", "null", "1", "1.5", "true", "a", "é", "x: ", "~", "type: ", "options: ", "properties: ", "dependsOn: ",
}

// drawsPrograms changes one of the seeds.
func drawsPrograms(seeds []string) func(r *rand.Rand) string {
	m := mutator{seeds, programBits}
	return func(r *rand.Rand) string { return m.mutate(r, pick(r, seeds...)) }
}
