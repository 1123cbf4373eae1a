module pantograph/scripts/peers

go 1.26.0

require (
	github.com/hashicorp/hcl/v2 v2.24.0
	github.com/pulumi/esc v0.26.0
	github.com/stretchr/testify v1.12.1
	github.com/zclconf/go-cty v1.16.3
	github.com/zclconf/go-cty-yaml v1.1.0
	golang.org/x/tools v0.52.0
	gopkg.in/yaml.v3 v3.0.1
	pantograph v0.0.0
)

require (
	github.com/agext/levenshtein v1.2.3 // indirect
	github.com/apparentlymart/go-textseg/v15 v15.0.0 // indirect
	github.com/golang/glog v1.2.5 // indirect
	github.com/mitchellh/go-wordwrap v1.0.1 // indirect
	github.com/pgavlin/fx/v2 v2.0.12 // indirect
	github.com/pulumi/pulumi/sdk/v3 v3.243.0 // indirect
	github.com/rivo/uniseg v0.4.7 // indirect
	go.yaml.in/yaml/v3 v3.0.5 // indirect
	golang.org/x/exp v0.0.0-20260410095643-746e56fc9e2f // indirect
	golang.org/x/mod v0.42.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
	golang.org/x/text v0.43.0 // indirect
	lukechampine.com/frand v1.5.1 // indirect
)

replace pantograph => ../..
