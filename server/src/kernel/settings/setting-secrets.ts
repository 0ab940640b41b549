/**
 * Secrets inside setting values: a password beside a username, a client secret beside a client id. Reads omit them. A
 * write without them keeps the stored ones. Values are plain JSON.
 */
import type { SettingKey } from './setting-keys.ts';

/** A secret property, in any object of the value. */
export interface SecretProperty {
  readonly name: string;
  /**
   * Neighbouring properties that say what the secret is for. A value sent without the secret keeps the stored secret
   * while these properties are unchanged.
   */
  readonly boundTo: readonly string[];
}

/** The secret parts of a setting. */
export interface SecretParts {
  readonly properties: readonly SecretProperty[];
  /** Identifies an item of a list. A sent item keeps the secrets of the stored item with the same key. */
  readonly itemKey?: (item: Readonly<Record<string, unknown>>) => string;
  /**
   * Settings that say where the server sends the secrets. While a secret is stored, only root may change them: another
   * server address would receive the secret.
   */
  readonly sentTo?: readonly SettingKey[];
}

type Json = Readonly<Record<string, unknown>>;

/** `value` without its secrets; `passwordSet: true` replaces a `password`. Pure. */
export function withoutSecrets(value: unknown, { properties }: SecretParts): unknown {
  const walk = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(walk);
    if (!isObject(node)) return node;
    const out: Record<string, unknown> = {};
    for (const [name, child] of Object.entries(node)) {
      if (properties.some((property) => property.name === name)) out[`${name}Set`] = true;
      else out[name] = walk(child);
    }
    return out;
  };
  return walk(value);
}

/**
 * `sent` with the secrets of `stored`, where it has none of its own and the `boundTo` properties are the same. Drops
 * flags such as `passwordSet`, which only answers have. An empty secret removes the stored one. Pure.
 */
export function withStoredSecrets(sent: unknown, stored: unknown, parts: SecretParts): unknown {
  const { properties, itemKey } = parts;
  if (Array.isArray(sent)) {
    const before = new Map<string, unknown>();
    if (Array.isArray(stored) && itemKey)
      for (const item of stored) if (isObject(item)) before.set(itemKey(item), item);
    return sent.map((item) =>
      withStoredSecrets(item, isObject(item) && itemKey ? before.get(itemKey(item)) : undefined, parts),
    );
  }
  if (!isObject(sent)) return sent;
  const old = isObject(stored) ? stored : {};
  const out: Record<string, unknown> = {};
  for (const [name, child] of Object.entries(sent)) {
    if (properties.some((property) => name === `${property.name}Set` || (name === property.name && child === '')))
      continue;
    out[name] = withStoredSecrets(child, old[name], parts);
  }
  for (const { name, boundTo } of properties) {
    if (name in sent || !(name in old)) continue;
    if (boundTo.every((other) => sent[other] === old[other])) out[name] = old[name];
  }
  return out;
}

/** The secrets of a value in their order, to detect changes. Pure. */
export function secretsOf(value: unknown, parts: SecretParts): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => secretsOf(item, parts));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, child]) =>
    parts.properties.some((property) => property.name === name) ? [String(child)] : secretsOf(child, parts),
  );
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
