/** The levels of the startup configuration: a YAML file, the environment, flags. Each becomes values by dotted key. */
import { readFileSync } from 'node:fs';
import { parseDocument } from 'yaml';
import type { ConfigLevel } from './config.ts';
import { configKeys, isConfigKey } from './config-keys.ts';
import { suggestion, variableOf } from './config-names.ts';

/** Variables with our prefix that are not keys: locations, and values that only the command line or the tests read. */
const otherVariables = new Set([
  'MATINEE_DATA_DIR',
  'MATINEE_CONFIG',
  'MATINEE_MANAGEMENT_ENDPOINT',
  'MATINEE_CACHE_DIR',
]);

/** Values from the environment. Unknown names with the prefix are faults. */
export function environmentLevel(environment: Readonly<Record<string, string | undefined>>): ConfigLevel {
  const names = new Map<string, string>();
  for (const [key, { secret }] of Object.entries<{ secret?: boolean }>(configKeys)) {
    names.set(variableOf(key), key);
    if (secret) names.set(`${variableOf(key)}_FILE`, `${key}_file`);
  }
  const values: Record<string, unknown> = {};
  const faults: string[] = [];
  for (const [variable, value] of Object.entries(environment)) {
    if (!variable.startsWith('MATINEE_') || value === undefined || otherVariables.has(variable)) continue;
    const key = names.get(variable);
    if (key !== undefined) values[key] = value;
    else faults.push(`${variable} (environment): is not a configuration key${suggestion(variable, names.keys())}`);
  }
  return { origin: 'environment', values, faults };
}

/** Flattens nested YAML to dotted keys; a key whose value is itself an object keeps that object whole. */
export function fileLevel(path: string, document: unknown): ConfigLevel {
  const values = new Map<string, unknown>();
  const faults: string[] = [];
  const take = (key: string, value: unknown): void => {
    if (values.has(key)) faults.push(`${key} (${path}): is given twice`);
    values.set(key, value);
  };
  const walk = (prefix: string, node: unknown): void => {
    if (node === null && prefix !== '') return;
    if (isConfigKey(prefix)) take(prefix, node);
    else if (isRecord(node)) for (const [name, child] of Object.entries(node)) walk(joined(prefix, name), child);
    else if (!isGroup(prefix)) take(prefix, node);
    else faults.push(`${prefix} (${path}): is a group of keys, ${examplesIn(prefix)}, not a value`);
  };
  if (document !== null && document !== undefined) {
    if (isRecord(document)) walk('', document);
    else faults.push(`${path}: does not hold keys with values, as in "server:" and below it "port: 8080"`);
  }
  return { origin: path, values: Object.fromEntries(values), faults };
}

/** Reads the file at `path`. If it cannot be read or is not YAML, the level contains that fault. */
export function readFileLevel(path: string): ConfigLevel {
  try {
    const document = parseDocument(readFileSync(path, 'utf8'));
    const [error] = document.errors;
    if (error) {
      const at = error.linePos?.[0];
      const place = at ? `, line ${at.line}, column ${at.col}` : '';
      const [reason] = error.message.split(/ at line |; please|:?\n/);
      return { origin: path, values: {}, faults: [`${path}${place}: is not YAML: ${reason}`] };
    }
    return fileLevel(path, document.toJS());
  } catch (cause) {
    return { origin: path, values: {}, faults: [`${path}: cannot be read: ${(cause as Error).message}`] };
  }
}

/** The `KEY=VALUE` pairs of `--set`, and dedicated flags by key. */
export function flagLevel(
  pairs: readonly string[],
  flags: Readonly<Record<string, string | undefined>> = {},
): ConfigLevel {
  const values = new Map<string, unknown>();
  const faults: string[] = [];
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    if (at < 1) faults.push(`--set ${pair.slice(0, 40)}: is not KEY=VALUE. Example: --set server.port=9000`);
    else values.set(pair.slice(0, at), pair.slice(at + 1));
  }
  for (const [key, value] of Object.entries(flags)) if (value !== undefined) values.set(key, value);
  return { origin: 'flags', values: Object.fromEntries(values), faults };
}

function isRecord(node: unknown): node is object {
  return typeof node === 'object' && node !== null && !Array.isArray(node);
}

function joined(prefix: string, name: string): string {
  return prefix === '' ? name : `${prefix}.${name}`;
}

function isGroup(prefix: string): boolean {
  return Object.keys(configKeys).some((key) => key.startsWith(`${prefix}.`));
}

function examplesIn(prefix: string): string {
  const [first] = Object.keys(configKeys).filter((key) => key.startsWith(`${prefix}.`));
  return `such as ${first}`;
}
