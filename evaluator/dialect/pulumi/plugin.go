package pulumi

const pluginFile = "PulumiPlugin.yaml"

func (b *binder) isPlugin() bool { return b.main.Name == pluginFile }
