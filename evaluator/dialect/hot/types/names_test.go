package types

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestClassesInCyclesFollowHeatsNames(t *testing.T) {
	for typ, want := range map[string]string{
		"OS::Nova::Server": "Server", "OS::Cinder::Volume": "CinderVolume", "AWS::S3::Bucket": "S3Bucket",
		"OS::Heat::None": "NoneResource", "OS::Neutron::LBaaS::Pool": "Pool", "AWS::EC2::EIP": "ElasticIp",
		"OS::Heat::WaitCondition": "HeatWaitCondition",
	} {
		class, ok := Class(typ)
		assert.True(t, ok, typ)
		assert.Equal(t, want, class, typ)
	}
	for _, name := range []string{"OS::Neutron::Server", "Server", "OS::Cinder", "OS::Cinder::Volum"} {
		_, ok := Class(name)
		assert.False(t, ok, name)
	}
	class, _ := Class("My::Own::Type")
	assert.Equal(t, "Type", class)
}

func TestEachNameHasAClass(t *testing.T) {
	names := Names()
	assert.Contains(t, names, "OS::Neutron::TaaS::TapFlow")
	assert.Equal(t, "OS::Heat::ResourceChain", names[len(names)-1])
	for _, name := range names {
		_, ok := Class(name)
		assert.True(t, ok, name)
	}
}
