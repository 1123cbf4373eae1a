package site

import (
	"encoding/json"
	"os"
	"path/filepath"
)

// A Manifest is the content of dist/manifest.json, the list of the files of dist. The service worker,
// the loader of embeds and scripts/size read it.
type Manifest struct {
	// Version is a hash of all files, which identifies a release.
	Version string         `json:"version"`
	Assets  Assets         `json:"assets"`
	Files   []ManifestFile `json:"files"`
}

// Assets are the paths of the files that code loads. The page reads them from its element pg-assets.
type Assets struct {
	Engine       string `json:"engine"`
	EngineBytes  int    `json:"engineBytes"` // before compression
	EngineWorker string `json:"engineWorker"`
	EditorWorker string `json:"editorWorker"`
	Monaco       string `json:"monaco"` // its script, for the page and for EmbedEditor
	EditorStyles string `json:"editorStyles"`
	// EditorModules are the modules that the page imports after Monaco.
	EditorModules []string `json:"editorModules"`
	// LinkModules are the modules that the page imports for a link.
	LinkModules []string `json:"linkModules"`
	EmbedEditor string   `json:"embedEditor"` // Monaco for embeds that ask for it
	Gallery     string   `json:"gallery"`
	Offline     string   `json:"offline"` // the service worker, "" in a build for development
	// EmbedParts are the paths of the files that embed.js loads on demand, by the names of their
	// sources.
	EmbedParts map[string]string `json:"embedParts"`
	// Data are the paths of the files that the engine asks for when an evaluation needs them, by name.
	Data map[string]string `json:"data"`
}

// A ManifestFile describes a file of dist. Compressed forms are not listed.
type ManifestFile struct {
	Path  string `json:"path"`
	Group Group  `json:"group"`
	Bytes int    `json:"bytes"`
	Hash  string `json:"hash"` // SHA-256 of the content, in hexadecimal
}

// A Group is the purpose of a file. Each group has a budget of bytes.
type Group string

// The groups.
const (
	Engine Group = "engine" // the WebAssembly module
	Worker Group = "worker" // the script that runs it
	Page   Group = "page"   // scripts that load before anything else
	Editor Group = "editor" // scripts that load on demand, most of all Monaco
	Styles Group = "styles"
	Embed  Group = "embed" // the loader that other pages link to
	Data   Group = "data"  // files that an evaluation may ask for
	Other  Group = "other"
)

// ManifestPath is the path of the manifest in dist.
const ManifestPath = "manifest.json"

// ReadManifest reads the manifest of a built folder.
func ReadManifest(folder string) (*Manifest, error) {
	text, err := os.ReadFile(filepath.Join(folder, ManifestPath))
	if err != nil {
		return nil, err
	}
	manifest := &Manifest{}
	return manifest, json.Unmarshal(text, manifest)
}
