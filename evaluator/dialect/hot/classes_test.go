package hot

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestClassesInCyclesFollowHeatsNames(t *testing.T) {
	for typ, want := range map[string]string{
		"OS::Nova::Server": "Server", "OS::Cinder::Volume": "CinderVolume", "AWS::S3::Bucket": "S3Bucket",
		"OS::Heat::None": "NoneResource", "OS::Neutron::LBaaS::Pool": "Pool", "AWS::EC2::EIP": "ElasticIp", "OS::Heat::WaitCondition": "HeatWaitCondition",
	} {
		assert.Equal(t, want, className(typ), typ)
	}
	assert.True(t, isCloudType("OS::Neutron::TaaS::TapFlow"))
	assert.True(t, isCloudType("OS::Zun::Container"))
	assert.False(t, isCloudType("OS::Neutron::Server"))
	assert.False(t, isCloudType("Server"))
}
