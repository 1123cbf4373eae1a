package hot

import (
	"slices"
	"strings"
)

// cloudTypes are the types that need a cloud: the last part of the name behind what stands
// before it. They take every property and have every attribute.
const cloudTypes = `
AWS::AutoScaling:: AutoScalingGroup LaunchConfiguration ScalingPolicy
AWS::CloudFormation:: Stack WaitCondition WaitConditionHandle
AWS::EC2:: EIP EIPAssociation Instance InternetGateway NetworkInterface RouteTable SecurityGroup Subnet SubnetRouteTableAssociation VPC VPCGatewayAttachment Volume VolumeAttachment
AWS::ElasticLoadBalancing:: LoadBalancer
AWS::IAM:: AccessKey User
AWS::S3:: Bucket
OS::Aodh:: Alarm CombinationAlarm CompositeAlarm EventAlarm GnocchiAggregationByMetricsAlarm GnocchiAggregationByResourcesAlarm GnocchiResourcesAlarm LBMemberHealthAlarm
OS::Barbican:: CertificateContainer GenericContainer Order RSAContainer Secret
OS::Blazar:: Host Lease
OS::Cinder:: EncryptedVolumeType QoSAssociation QoSSpecs Quota Volume VolumeAttachment VolumeType
OS::Designate:: Domain Record RecordSet Zone
OS::Glance:: Image WebImage
OS::Heat:: AccessPolicy AutoScalingGroup CloudConfig Delay DeployedServer HARestarter InstanceGroup MultipartMime ScalingPolicy SoftwareComponent SoftwareConfig SoftwareDeployment SoftwareDeploymentGroup SoftwareDeployments Stack StructuredConfig StructuredDeployment StructuredDeploymentGroup StructuredDeployments SwiftSignal SwiftSignalHandle UpdateWaitConditionHandle WaitCondition WaitConditionHandle
OS::Ironic:: Port
OS::Keystone:: Domain Endpoint Group GroupRoleAssignment Project Region Role Service User UserRoleAssignment
OS::Magnum:: Bay BayModel Cluster ClusterTemplate
OS::Manila:: SecurityService Share ShareNetwork ShareType
OS::Mistral:: CronTrigger ExternalResource Workflow
OS::Monasca:: AlarmDefinition Notification
OS::Neutron:: AddressScope ExtraRoute ExtraRouteSet Firewall FirewallPolicy FirewallRule FloatingIP FloatingIPAssociation FloatingIPPortForward FlowClassifier HealthMonitor IKEPolicy IPsecPolicy IPsecSiteConnection L2Gateway L2GatewayConnection LoadBalancer MeteringLabel MeteringRule Net NetworkGateway Pool PoolMember Port PortChain PortPair PortPairGroup ProviderNet QoSBandwidthLimitRule QoSDscpMarkingRule QoSMinimumBandwidthRule QoSMinimumPacketRateRule QoSPolicy Quota RBACPolicy Router RouterGateway RouterInterface SecurityGroup SecurityGroupRule Segment Subnet SubnetPool Trunk VPNService
OS::Neutron::LBaaS:: HealthMonitor L7Policy L7Rule Listener LoadBalancer Pool PoolMember
OS::Neutron::TaaS:: TapFlow TapService
OS::Nova:: Flavor FloatingIP FloatingIPAssociation HostAggregate KeyPair Quota Server ServerGroup
OS::Octavia:: Flavor FlavorProfile HealthMonitor L7Policy L7Rule Listener LoadBalancer Pool PoolMember Quota
OS::Sahara:: Cluster ClusterTemplate DataSource ImageRegistry Job JobBinary NodeGroupTemplate
OS::Senlin:: Cluster Node Policy Profile Receiver
OS::Swift:: Container
OS::Trove:: Cluster Instance
OS::Vitrage:: Template
OS::Zaqar:: MistralTrigger Queue SignedQueueURL Subscription
OS::Zun:: Container`

// longClasses are the types whose class in the text of a cycle has the service in front.
const longClasses = `
AWS::S3::Bucket OS::Aodh::Alarm OS::Aodh::GnocchiAggregationByMetricsAlarm OS::Aodh::GnocchiAggregationByResourcesAlarm
OS::Aodh::GnocchiResourcesAlarm OS::Cinder::EncryptedVolumeType OS::Cinder::Quota OS::Cinder::Volume
OS::Cinder::VolumeAttachment OS::Cinder::VolumeType OS::Designate::Domain OS::Designate::Record OS::Designate::RecordSet
OS::Designate::Zone OS::Glance::Image OS::Glance::WebImage OS::Heat::WaitCondition OS::Heat::WaitConditionHandle
OS::Keystone::Domain OS::Keystone::Endpoint OS::Keystone::Group OS::Keystone::GroupRoleAssignment OS::Keystone::Project
OS::Keystone::Region OS::Keystone::Role OS::Keystone::Service OS::Keystone::User OS::Keystone::UserRoleAssignment
OS::Manila::Share OS::Manila::ShareNetwork OS::Manila::ShareType OS::Mistral::ExternalResource OS::Monasca::AlarmDefinition
OS::Monasca::Notification OS::Neutron::Quota OS::Nova::Flavor OS::Nova::Quota OS::Octavia::Quota OS::Sahara::Cluster
OS::Sahara::ClusterTemplate OS::Sahara::ImageRegistry OS::Sahara::Job OS::Sahara::NodeGroupTemplate OS::Swift::Container
OS::Trove::Cluster OS::Vitrage::Template OS::Zaqar::Queue OS::Zaqar::SignedQueueURL OS::Zaqar::Subscription`

// otherClasses are the classes that follow no rule.
var otherClasses = map[string]string{
	"AWS::AutoScaling::ScalingPolicy": "AWSScalingPolicy", "AWS::CloudFormation::Stack": "NestedStack",
	"AWS::EC2::EIP": "ElasticIp", "AWS::EC2::EIPAssociation": "ElasticIpAssociation",
	"OS::Heat::AutoScalingGroup": "AutoScalingResourceGroup", "OS::Heat::HARestarter": "Restarter",
	"OS::Heat::None": "NoneResource", "OS::Heat::ScalingPolicy": "AutoScalingPolicy", "OS::Heat::Stack": "RemoteStack",
	"OS::Nova::FloatingIP": "NovaFloatingIp", "OS::Nova::FloatingIPAssociation": "NovaFloatingIpAssociation",
}

// className is what Heat calls the class of a type, which the text of a cycle shows.
func className(typ string) string {
	if class, ok := otherClasses[typ]; ok {
		return class
	}
	parts := strings.Split(typ, "::")
	last := parts[len(parts)-1]
	if slices.Contains(strings.Fields(longClasses), typ) {
		return parts[1] + last
	}
	return last
}

// isCloudType reports whether a type needs a cloud.
func isCloudType(typ string) bool {
	i := strings.LastIndex(typ, "::")
	if i < 0 {
		return false
	}
	at := strings.Index(cloudTypes, "\n"+typ[:i+2]+" ")
	if at < 0 {
		return false
	}
	line, _, _ := strings.Cut(cloudTypes[at+1:], "\n")
	return slices.Contains(strings.Fields(line)[1:], typ[i+2:])
}

// typeNames returns the names of all types that Heat has.
func typeNames() []string {
	var names []string
	for _, line := range strings.Split(strings.TrimSpace(cloudTypes), "\n") {
		words := strings.Fields(line)
		for _, w := range words[1:] {
			names = append(names, words[0]+w)
		}
	}
	return append(names, localTypes...)
}

// localTypes are the types that need no cloud.
var localTypes = []string{"OS::Heat::None", "OS::Heat::Value", "OS::Heat::RandomString", "OS::Heat::TestResource",
	"OS::Heat::ResourceGroup", "OS::Heat::ResourceChain"}
