package types

import "strings"

// To add a type, add it to its line here. If it needs a cloud, add its declaration to
// facts/heat-types.json, otherwise its kind to localKinds in type_local.go of package hot. A test
// reports whichever is missing.

// table lists Heat's types. Each line has a namespace, followed by the last parts of the names in
// it. The class of a type is the last part of its name, prefixed with the service if a plus
// follows, or the name after an equals sign. The last line lists the types that need no cloud.
const table = `
AWS::AutoScaling:: AutoScalingGroup LaunchConfiguration ScalingPolicy=AWSScalingPolicy
AWS::CloudFormation:: Stack=NestedStack WaitCondition WaitConditionHandle
AWS::EC2:: EIP=ElasticIp EIPAssociation=ElasticIpAssociation Instance InternetGateway NetworkInterface RouteTable SecurityGroup Subnet SubnetRouteTableAssociation VPC VPCGatewayAttachment Volume VolumeAttachment
AWS::ElasticLoadBalancing:: LoadBalancer
AWS::IAM:: AccessKey User
AWS::S3:: Bucket+
OS::Aodh:: Alarm+ CombinationAlarm CompositeAlarm EventAlarm GnocchiAggregationByMetricsAlarm+ GnocchiAggregationByResourcesAlarm+ GnocchiResourcesAlarm+ LBMemberHealthAlarm
OS::Barbican:: CertificateContainer GenericContainer Order RSAContainer Secret
OS::Blazar:: Host Lease
OS::Cinder:: EncryptedVolumeType+ QoSAssociation QoSSpecs Quota+ Volume+ VolumeAttachment+ VolumeType+
OS::Designate:: Domain+ Record+ RecordSet+ Zone+
OS::Glance:: Image+ WebImage+
OS::Heat:: AccessPolicy AutoScalingGroup=AutoScalingResourceGroup CloudConfig Delay DeployedServer HARestarter=Restarter InstanceGroup MultipartMime ScalingPolicy=AutoScalingPolicy SoftwareComponent SoftwareConfig SoftwareDeployment SoftwareDeploymentGroup SoftwareDeployments Stack=RemoteStack StructuredConfig StructuredDeployment StructuredDeploymentGroup StructuredDeployments SwiftSignal SwiftSignalHandle UpdateWaitConditionHandle WaitCondition+ WaitConditionHandle+
OS::Ironic:: Port
OS::Keystone:: Domain+ Endpoint+ Group+ GroupRoleAssignment+ Project+ Region+ Role+ Service+ User+ UserRoleAssignment+
OS::Magnum:: Bay BayModel Cluster ClusterTemplate
OS::Manila:: SecurityService Share+ ShareNetwork+ ShareType+
OS::Mistral:: CronTrigger ExternalResource+ Workflow
OS::Monasca:: AlarmDefinition+ Notification+
OS::Neutron:: AddressScope ExtraRoute ExtraRouteSet Firewall FirewallPolicy FirewallRule FloatingIP FloatingIPAssociation FloatingIPPortForward FlowClassifier HealthMonitor IKEPolicy IPsecPolicy IPsecSiteConnection L2Gateway L2GatewayConnection LoadBalancer MeteringLabel MeteringRule Net NetworkGateway Pool PoolMember Port PortChain PortPair PortPairGroup ProviderNet QoSBandwidthLimitRule QoSDscpMarkingRule QoSMinimumBandwidthRule QoSMinimumPacketRateRule QoSPolicy Quota+ RBACPolicy Router RouterGateway RouterInterface SecurityGroup SecurityGroupRule Segment Subnet SubnetPool Trunk VPNService
OS::Neutron::LBaaS:: HealthMonitor L7Policy L7Rule Listener LoadBalancer Pool PoolMember
OS::Neutron::TaaS:: TapFlow TapService
OS::Nova:: Flavor+ FloatingIP=NovaFloatingIp FloatingIPAssociation=NovaFloatingIpAssociation HostAggregate KeyPair Quota+ Server ServerGroup
OS::Octavia:: Flavor FlavorProfile HealthMonitor L7Policy L7Rule Listener LoadBalancer Pool PoolMember Quota+
OS::Sahara:: Cluster+ ClusterTemplate+ DataSource ImageRegistry+ Job+ JobBinary NodeGroupTemplate+
OS::Senlin:: Cluster Node Policy Profile Receiver
OS::Swift:: Container+
OS::Trove:: Cluster+ Instance
OS::Vitrage:: Template+
OS::Zaqar:: MistralTrigger Queue+ SignedQueueURL+ Subscription+
OS::Zun:: Container
OS::Heat:: None=NoneResource Value RandomString TestResource ResourceGroup ResourceChain`

// Class returns the class of a type, which appears in messages about cycles, and whether the
// type is one of Heat's. For types declared only in files, the class is the last part of the
// name.
func Class(name string) (class string, ok bool) {
	i := strings.LastIndex(name, "::") + len("::")
	if i < len("::") {
		return name, false
	}
	namespace, last := name[:i], name[i:]
	for _, line := range strings.Split(table[1:], "\n") {
		if !strings.HasPrefix(line, namespace+" ") {
			continue
		}
		for _, word := range strings.Fields(line)[1:] {
			switch rest, begins := strings.CutPrefix(word, last); {
			case begins && rest == "":
				return last, true
			case begins && rest == "+":
				return strings.Split(namespace, "::")[1] + last, true
			case begins && rest[0] == '=':
				return rest[1:], true
			}
		}
	}
	return last, false
}

// Names returns the names of all types.
func Names() (names []string) {
	for _, line := range strings.Split(table[1:], "\n") {
		words := strings.Fields(line)
		for _, word := range words[1:] {
			last, _, _ := strings.Cut(strings.TrimSuffix(word, "+"), "=")
			names = append(names, words[0]+last)
		}
	}
	return names
}
