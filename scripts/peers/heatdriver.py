"""Runs OpenStack Heat for scripts/peers/heat.go, without a cloud.

Reads one bundle per line as JSON, {"files": {name: text}}. Writes one line of JSON for each, with
Heat's error, and with the values of the outputs as a string of JSON; each of them may be null. Late has
the errors of functions that Heat resolves only after it has created the resources. The driver evaluates
outputs only in templates without resources. All requests that Heat would send to a cloud
succeed: custom constraints of other services are valid, the services exist, and so do images."""
import json
import logging
import sys
from unittest import mock

import yaml
from oslo_config import cfg

logging.disable(logging.CRITICAL)

from heat.common import config, context, environment_format, messaging, template_format  # noqa: E402,F401

cfg.CONF([], project='heat', default_config_files=[])

from heat.db.sqlalchemy import api, models  # noqa: E402
from heat.engine import constraints, environment, function, resource, resources, stack, template  # noqa: E402
from heat.engine.resources.openstack.nova import server  # noqa: E402

LOCAL = {'cron_expression', 'dns_domain', 'dns_name', 'expiration', 'rel_dns_name', 'ip_addr', 'iso_8601',
         'mac_addr', 'net_cidr', 'ip_or_cidr', 'timezone', 'json_string'}


def without_cloud():
    """Replaces all requests to a cloud with successful replies."""
    resources.initialise()
    asks = constraints.CustomConstraint._is_valid

    def is_valid(self, value, *args, **kwargs):
        return asks(self, value, *args, **kwargs) if self.name in LOCAL else self.custom_constraint is not None

    for target, name, answer in (
            (constraints.CustomConstraint, '_is_valid', is_valid),
            (resource.Resource, 'is_service_available', classmethod(lambda cls, ctx: (True, None))),
            (server.Server, '_validate_image_flavor', lambda *args, **kwargs: None)):
        mock.patch.object(target, name, answer).start()
    limits = {'maxPersonality': 1000, 'maxPersonalitySize': 10 ** 6, 'maxServerMeta': 1000}
    mock.patch('heat.engine.clients.os.nova.NovaClientPlugin.absolute_limits', mock.Mock(return_value=limits)).start()
    mock.patch('heat.objects.stack.Stack.get_by_name_and_owner_id', return_value=None).start()
    cfg.CONF.set_override('connection', 'sqlite://', group='database')
    models.BASE.metadata.create_all(api.get_engine())
    messaging.setup('fake://', optional=True)


def validate(files):
    env = {}
    for name in sorted(files):
        if name.startswith('env') and name.endswith('.yaml'):
            for key, value in environment_format.parse(files[name]).items():
                env.setdefault(key, {}).update(value)
    inputs = yaml.safe_load(files.get('inputs.yaml') or '{}') or {}
    env.setdefault('parameters', {}).update(inputs.get('parameters') or {})
    others = {name: text for name, text in files.items() if name not in ('template.yaml', 'inputs.yaml')}
    ctx = context.RequestContext(username='u', user_id='u', project_id='p', roles=[], is_admin=False, auth_token='t')
    parsed = template.Template(template_format.parse(files['template.yaml']), files=others,
                               env=environment.Environment(env))
    whole = stack.Stack(ctx, 'stack', parsed)
    whole.validate()
    if len(whole) > 0:
        return None, late(whole)
    values = {name: output.get_value() for name, output in whole.outputs.items()}
    try:
        return json.dumps(values), []
    except TypeError:  # a set, for example
        return None, []


def late(whole):
    """Returns the errors of the outputs, of metadata, and of properties that Heat does not check."""
    errors = []
    parts = [output._value for output in whole.outputs.values()]
    for res in whole.values():
        parts += [res.t._metadata, res.t._properties]
    for part in parts:
        try:
            function.resolve(part)
        except Exception as e:
            errors.append(str(e) or type(e).__name__)
    return errors


def main():
    without_cloud()
    for line in sys.stdin:
        error, outputs, errors = None, None, []
        try:
            outputs, errors = validate(json.loads(line)['files'])
        except Exception as e:  # any exception is Heat's answer
            error = str(e) or type(e).__name__
        print(json.dumps({'error': error, 'outputs': outputs, 'late': errors}), flush=True)


main()
