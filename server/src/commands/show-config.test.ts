import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { type ConfigLevel, readConfig, resolveConfig } from '../kernel/config/config.ts';
import { fileLevel } from '../kernel/config/config-levels.ts';
import { describeConfig } from './show-config.ts';

const level = (values: Record<string, unknown>, origin: string): ConfigLevel => ({ origin, values });
const resolved = resolveConfig([
  level({ 'server.port': 9000, 'bootstrap.settings': { 'server.name': 'x' } }, 'm.yaml'),
  level({ 'jwt.secret': 'k7Qm2vXw9ZrT4bNc8LpF6hJd3SgY5aUe' }, 'environment'),
  level({ 'outbound.allowed_networks': '10.0.0.0/8,192.0.2.1' }, 'flags'),
]);

test('[CF10] every value is shown with its origin', () => {
  const text = describeConfig(resolved, 'text');
  expect(text).toMatch(/^server.port +9000 {2}\(m.yaml\)$/m);
  expect(text).toMatch(/^server.host +127.0.0.1 {2}\(default\)$/m);
  expect(text).toMatch(/^webauthn.rp_id +localhost {2}\(derived\)$/m);
  const json = JSON.parse(describeConfig(resolved, 'json'));
  expect(json['server.port']).toEqual({ value: 9000, origin: 'm.yaml' });
  expect(json['redis.url']).toEqual({ value: null, origin: 'default' });
});

test('[CF10] as YAML it is a configuration file with the same values, but for secrets', () => {
  const yaml = describeConfig(resolved, 'yaml');
  expect(yaml).toContain('port: 9000 # m.yaml');
  const { jwt, ...rest } = parse(yaml);
  expect(jwt).toEqual({ secret: '[secret]' });
  const again = readConfig([fileLevel('again', rest)]);
  expect(again).toEqual({ ...resolved.config, 'jwt.secret': undefined });
});

test('[CF4] secrets inside of the settings of a new database are not shown', () => {
  const settings = {
    'email.smtpCredentials': { username: 'anna', password: 'hunter2' },
    'email.smtpCredential': { password: 'hunter3' },
    'email.smtpPort': 465,
  };
  const shown = resolveConfig([level({ 'bootstrap.settings': settings }, 'm.yaml')]);
  for (const format of ['text', 'yaml', 'json'] as const) {
    expect(describeConfig(shown, format)).not.toContain('hunter');
    expect(describeConfig(shown, format)).toMatch(/email.smtpPort"?: ?465/);
  }
});

test('[CF4] secrets are not shown', () => {
  for (const format of ['text', 'yaml', 'json'] as const) {
    expect(describeConfig(resolved, format)).not.toContain('k7Qm2vXw');
    expect(describeConfig(resolved, format)).toContain('[secret]');
  }
});
