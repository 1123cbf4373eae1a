package pulumi

import (
	"strconv"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/source"
)

// packageOf returns the package of a type or function token: aws for aws:s3:Bucket.
func packageOf(token string) string {
	pkg, _, _ := strings.Cut(token, ":")
	return pkg
}

// complete returns a token with all its parts: pkg:Name is pkg:index:Name (3). It returns
// false unless the token has two or three parts.
func complete(token string) (string, bool) {
	parts := strings.Split(token, ":")
	switch len(parts) {
	case 2:
		return parts[0] + ":index:" + parts[1], true
	case 3:
		return token, true
	}
	return token, false
}

// spellings returns the spellings under which a package may list a token that a program contains: the
// package may list a:m:Name as a:m/name:Name (3).
func spellings(token string) []string {
	full, _ := complete(token)
	out := []string{token, full}
	if parts := strings.Split(full, ":"); len(parts) == 3 && parts[2] != "" {
		name := lower(parts[2][:1]) + parts[2][1:]
		out = append(out, parts[0]+":"+parts[1]+"/"+name+":"+parts[2])
	}
	return out
}

// plain normalises a token: pkg:mod/name:Name is pkg:mod:Name. It is used to compare tokens, which people and
// schemas spell differently.
func plain(token string) string {
	full, _ := complete(token)
	parts := strings.Split(full, ":")
	if len(parts) != 3 {
		return token
	}
	if module, name, ok := strings.Cut(parts[1], "/"); ok && strings.EqualFold(name, parts[2]) {
		parts[1] = module
	}
	return strings.Join(parts, ":")
}

// blocked are the resource types that the original rejects, with its messages.
var blocked = map[string]string{
	"kubernetes:apiextensions.k8s.io:CustomResource": blockedKubernetes,
	"kubernetes:kustomize:Directory":                 blockedKubernetes,
	"kubernetes:yaml:ConfigFile":                     blockedKubernetes,
	"kubernetes:yaml:ConfigGroup":                    blockedKubernetes,
	"kubernetes:helm.sh/v2:Chart":                    blockedHelm,
	"kubernetes:helm.sh/v3:Chart":                    blockedHelm,
}

// The original's texts for blocked types; %s is the type.
const (
	blockedKubernetes = "The resource type [%s] is not supported in YAML at this time, see: " +
		"https://github.com/pulumi/pulumi-kubernetes/issues/1971"
	blockedHelm = "Helm Chart resources are not supported in YAML, consider using the Helm Release resource " +
		"instead: https://www.pulumi.com/registry/packages/kubernetes/api-docs/helm/v3/release/"
)

// blockedDocker are the types that need version 4 of their provider.
var blockedDocker = map[string]bool{"docker:Image": true, "docker:image:Image": true}

// majorVersion returns the major version that options ask for, or the newest if they name none or it cannot be
// parsed. It reads nodes because the options are not bound yet.
func majorVersion(options entry) int {
	const newest = 1 << 30
	if options.value == nil {
		return newest
	}
	n := options.value.Get("version")
	if n == nil {
		return newest
	}
	text, _, _ := strings.Cut(strings.TrimPrefix(n.Value, "v"), ".")
	if major, err := strconv.Atoi(text); err == nil {
		return major
	}
	return newest
}

// resolveType completes a resource type and returns its schema, or nil if there is none. The problem, if any, has
// no span yet.
func (b *binder) resolveType(text string, options entry) (string, *schemaResource, *diag.Problem) {
	full, ok := complete(text)
	if !ok || strings.HasPrefix(text, ":") || strings.HasSuffix(text, ":") {
		p := diag.Errorf(source.Span{}, "type-token",
			"%q is not a resource type; a type has two or three parts, as in aws:s3:Bucket", text).
			WithReference("invalid type token %q", text)
		return text, nil, &p
	}
	if blockedDocker[text] && majorVersion(options) < 4 {
		p := diag.Errorf(source.Span{}, "blocked-type",
			"Pulumi YAML needs version 4 of the docker provider, or a later one, for %s", text).
			WithReference("Docker Image resources are not supported in YAML without major version >= 4, see: " +
				"https://github.com/pulumi/pulumi-yaml/issues/421")
		return full, nil, &p
	}
	if reference, ok := blocked[full]; ok {
		p := diag.Errorf(source.Span{}, "blocked-type", "Pulumi YAML does not support the type %s", full).
			WithReference("%s", strings.ReplaceAll(reference, "%s", full))
		return full, nil, &p
	}
	if full == stackReferenceType {
		return full, &stackReferenceSchema, nil
	}
	// The package pulumi has no schema file: its types are known here.
	pkg := b.checker.schemas[packageOf(full)]
	if packageOf(full) == "pulumi" && full != "pulumi:index:Stash" && !strings.HasPrefix(full, "pulumi:providers:") {
		p := diag.Errorf(source.Span{}, "unknown-type", "Pulumi itself has no resource type %s%s", text,
			diag.DidYouMean(full, []string{stackReferenceType})).
			WithReference("unable to find resource type %q in resource provider %q", text, "pulumi")
		return full, nil, &p
	}
	if pkg == nil || packageOf(full) == "pulumi" {
		return full, nil, nil
	}
	if r := pkg.resource(text); r != nil {
		return r.token, r, nil
	}
	if pkg.isPart {
		return full, nil, nil
	}
	p := diag.Errorf(source.Span{}, "unknown-type", "the package %s has no resource type %s%s", pkg.name, text,
		diag.DidYouMean(full, pkg.resourceTokens())).
		WithReference("unable to find resource type %q in resource provider %q", text, pkg.name)
	return full, nil, &p
}

// defaultProviders applies each package's default provider to resources without a provider, and
// reports conflicts (3). If a package has two, the first applies; the original silently uses the
// last one.
func (b *binder) defaultProviders() {
	defaults := map[string]*resource{}
	for _, r := range b.decls {
		if !r.isDefault {
			continue
		}
		pkg := r.providerOf()
		if first := defaults[pkg]; first != nil {
			b.report(diag.Errorf(r.key.Span, "default-provider-twice",
				"%s is already the default provider of %s; a package can have only one", first.name, pkg).
				WithNote(first.key.Span, "the first one"))
			continue
		}
		defaults[pkg] = r
	}
	for _, r := range b.decls {
		p := defaults[r.pkg()]
		if p == nil || r == p || r.providerOf() != "" || r.option("provider") != nil {
			continue
		}
		r.implicit = p
		b.used[p.cell] = true
		b.conflict(r, p)
	}
	b.invokeDefaults(defaults)
}

// conflict reports options that contradict the default provider that the resource gets. A version
// is a conflict even if the provider has none (3).
func (b *binder) conflict(r, p *resource) {
	if v := r.literalText("version"); v != "" && v != p.literalText("version") {
		b.report(diag.Errorf(r.key.Span, "default-provider-version",
			"%s requests version %s, but its package's default provider %s determines the version; remove the "+
				"option or name a provider", r.name, v, p.name).
			WithReference("Version conflicts with the default provider version").
			WithNote(p.key.Span, "the default provider"))
	}
	if u := r.literalText("pluginDownloadURL"); u != "" && u != p.literalText("pluginDownloadURL") {
		b.report(diag.Errorf(r.key.Span, "default-provider-url",
			"%s requests a plugin from %s, but its package's default provider %s determines its source; remove the "+
				"option or name a provider", r.name, u, p.name).
			WithReference("PluginDownloadURL conflicts with the default provider URL").
			WithNote(p.key.Span, "the default provider"))
	}
}

// invokeDefaults applies default providers to the variables whose value is directly an invoke;
// nested invokes and outputs are not covered. Any version is a conflict, even that of the provider
// (3).
func (b *binder) invokeDefaults(defaults map[string]*resource) {
	for _, c := range b.vars {
		call := directInvoke(c.Expr)
		if call == nil {
			continue
		}
		p := defaults[packageOf(call.token)]
		if p == nil || call.option("provider") != nil {
			continue
		}
		call.implicit = p
		if call.option("version") != nil {
			b.report(diag.Errorf(c.NameAt, "default-provider-version",
				"this invoke requests a version, but the default provider %s determines it; remove the option or "+
					"name a provider", p.name).
				WithReference("Version conflicts with the default provider version").
				WithNote(p.key.Span, "the default provider"))
		}
		if call.option("pluginDownloadURL") != nil {
			b.report(diag.Errorf(c.NameAt, "default-provider-url",
				"this invoke requests a plugin download URL, but the default provider %s determines it; remove the "+
					"option or name a provider", p.name).
				WithReference("PluginDownloadURL conflicts with the default provider URL").
				WithNote(p.key.Span, "the default provider"))
		}
	}
}
