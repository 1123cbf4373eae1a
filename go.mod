module pantograph

go 1.26.0

toolchain go1.26.8

require (
	github.com/andybalholm/brotli v1.2.8
	github.com/evanw/esbuild v0.28.2
	github.com/rivo/uniseg v0.4.7
	github.com/rogpeppe/go-internal v1.16.0
	github.com/stretchr/testify v1.12.1
	golang.org/x/text v0.43.0
	golang.org/x/tools v0.52.0
	gopkg.in/yaml.v3 v3.0.1
	pgregory.net/rapid v1.3.0
)

require golang.org/x/sys v0.49.0 // indirect

require go.yaml.in/yaml/v3 v3.0.5 // indirect
