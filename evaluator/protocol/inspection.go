package protocol

// InspectRequest asks for the data that a lean snapshot leaves out.
type InspectRequest struct {
	Revision int `json:"revision"` // of the last snapshot; otherwise, the reply is an error
	// Base is the revision of the last inspection that the page has received, or 0. The reply may then
	// have a Change.
	Base int `json:"base,omitempty"`
}

// An Inspection completes a lean snapshot.
type Inspection struct {
	Revision int       `json:"revision"`
	Graph    Graph     `json:"graph"`
	Outline  []Symbol  `json:"outline"`
	Unknowns []Unknown `json:"unknowns"`
	// AllUnknowns is the number of unknowns that the program has. Not all of them may be sent.
	AllUnknowns int    `json:"allUnknowns"`
	Digest      string `json:"digest"`
	// References are the original's messages for texts that are not valid YAML.
	References []Reference `json:"references,omitempty"`
	// Change says what is different from the inspection of InspectRequest.Base. The lists in it are as long
	// as those here would be, which contain only what differs.
	Change *InspectionChange `json:"change,omitempty"`
}

// An InspectionChange has the indices of the nodes, edges, symbols of the outline and unknowns that differ.
type InspectionChange struct {
	Nodes    []int `json:"nodes"`
	Edges    []int `json:"edges"`
	Symbols  []int `json:"symbols"`
	Unknowns []int `json:"unknowns"`
}

// A Reference is the original's message for one of the snapshot's problems.
type Reference struct {
	Problem int    `json:"problem"` // its index
	Text    string `json:"text"`    // Problem.Reference
}
