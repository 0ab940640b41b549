import { isDeepStrictEqual } from 'node:util';
import type { Sealer } from '../../../kernel/sealing.ts';
import { secretsOf, withoutSecrets } from '../../../kernel/settings/setting-secrets.ts';
import type { SettingDeclaration, SettingsRegistry } from '../../../kernel/settings/settings.ts';
import { openValues } from './sealed-values.ts';
import type { StoredSettings } from './settings.store.ts';
import type { ChangedValue } from './settings-messages.ts';

interface Opening {
  readonly registry: SettingsRegistry;
  readonly sealer: Sealer;
}

/**
 * Every value by its key, secrets included: the stored one, or the default if the stored one is missing or unusable.
 */
export function inForce(stored: StoredSettings, { registry, sealer }: Opening): Map<string, unknown> {
  const { values } = openValues(stored.values, registry, sealer);
  return new Map([...registry.declarations].map(([key, { default: initial }]) => [key, values.get(key) ?? initial]));
}

/** Whether a value is stored but unreadable. Then even a change to the default replaces it. */
export function isUnusable({ values }: StoredSettings, key: string, { registry, sealer }: Opening): boolean {
  return values.has(key) && openValues(new Map([[key, values.get(key)]]), registry, sealer).faults.length > 0;
}

/** `values` without their secrets. */
export function masked(values: ReadonlyMap<string, unknown>, registry: SettingsRegistry): Map<string, unknown> {
  return new Map([...values].map(([key, value]) => [key, mask(registry.declarations.get(key)!, value)]));
}

/** A change without secrets, which still shows whether a secret changed. */
export function changeOf(declaration: SettingDeclaration, from: unknown, to: unknown): ChangedValue {
  const { key, secrets } = declaration;
  const secretChanged = secrets !== undefined && !isDeepStrictEqual(secretsOf(from, secrets), secretsOf(to, secrets));
  return { key, from: mask(declaration, from), to: mask(declaration, to), secretChanged };
}

function mask({ secrets }: SettingDeclaration, value: unknown): unknown {
  return secrets ? withoutSecrets(value, secrets) : value;
}
