/**
 * Startup configuration: the values whose change needs a restart. Flags override the environment, which overrides the
 * file. At each level, `x_file` may replace a secret `x`. Reports every fault of every level at once.
 */
import type { KeyDeclaration } from './config-key.ts';
import { type Config, type ConfigKey, configKeys, isConfigKey } from './config-keys.ts';
import { suggestion, variableOf } from './config-names.ts';
import { checkTogether, deriveValues, weaknessOf } from './config-rules.ts';
import { readSecretFile } from './secret-file.ts';

/** One level of the configuration: its origin, its values by dotted key, and the faults found while reading it. */
export interface ConfigLevel {
  readonly origin: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly faults?: readonly string[];
}

/** The values in force, and the source of each: the origin of its level, `default` or `derived`. */
export interface ResolvedConfig {
  readonly config: Config;
  readonly origins: ReadonlyMap<ConfigKey, string>;
}

interface ConfigValue {
  readonly value: unknown;
  readonly origin: string;
}

/** The configuration cannot be used; `message` lists every fault with key, value, reason and an example. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Merges the levels, where later ones override earlier ones, and checks everything. @throws ConfigError with all
 * faults.
 */
export function readConfig(levels: readonly ConfigLevel[]): Config {
  return resolveConfig(levels).config;
}

/** Like `readConfig`, and also returns the source of each value. @throws ConfigError with all faults. */
export function resolveConfig(levels: readonly ConfigLevel[]): ResolvedConfig {
  const faults: string[] = levels.flatMap((level) => level.faults ?? []);
  const unusable = new Set<ConfigKey>();
  const given = mergeLevels(levels, faults, unusable);
  const config: Record<string, unknown> = {};
  const origins = new Map<ConfigKey, string>();
  for (const [name, declaration] of Object.entries(configKeys) as [ConfigKey, KeyDeclaration][]) {
    const one = given.get(name);
    const parsed = one && declaration.schema.safeParse(one.value);
    for (const { message } of parsed?.error?.issues ?? []) faults.push(describeFault(name, declaration, one!, message));
    if (parsed?.error) unusable.add(name);
    config[name] = parsed ? parsed.data : declaration.default;
    origins.set(name, one?.origin ?? 'default');
  }
  const checked = config as Config;
  for (const name of Object.keys(configKeys) as ConfigKey[])
    if (!unusable.has(name)) faults.push(...checkStrength(name, checked, given.get(name)));
  faults.push(...checkTogether(checked, unusable));
  if (faults.length > 0)
    throw new ConfigError(
      `The configuration has ${faults.length === 1 ? 'a fault' : 'faults'}:\n${faults.map((f) => `  ${f}`).join('\n')}`,
    );
  for (const { key: name, value } of deriveValues(checked)) {
    config[name] = value;
    origins.set(name, 'derived');
  }
  return { config: checked, origins };
}

/** The last value that the levels set for each key. Adds keys whose file cannot be read to `unusable`. */
function mergeLevels(
  levels: readonly ConfigLevel[],
  faults: string[],
  unusable: Set<ConfigKey>,
): Map<ConfigKey, ConfigValue> {
  const merged = new Map<ConfigKey, ConfigValue>();
  for (const { origin, values } of levels) {
    for (const [name, raw] of Object.entries(values)) {
      const base = name.endsWith('_file') && !isConfigKey(name) ? name.slice(0, -5) : name;
      if (!isConfigKey(base))
        faults.push(`${name} (${origin}): is not a configuration key${suggestion(base, Object.keys(configKeys))}`);
      else if (base === name) merged.set(base, { value: raw, origin });
      else if (!configKeys[base].secret)
        faults.push(`${name} (${origin}): only secrets may come from a file; give ${base} itself`);
      else if (Object.hasOwn(values, base)) faults.push(`${base} (${origin}): given both as a value and as a file`);
      else {
        const value = readSecret(raw, name, origin, faults);
        if (value === undefined) unusable.add(base);
        else merged.set(base, { value, origin: `${origin}, file ${raw}` });
      }
    }
  }
  return merged;
}

function readSecret(path: unknown, name: string, origin: string, faults: string[]): string | undefined {
  let reason = 'is not the path of a file';
  if (typeof path === 'string' && path !== '') {
    try {
      return readSecretFile(path);
    } catch (cause) {
      reason = (cause as Error).message;
    }
  }
  faults.push(`${name} = ${JSON.stringify(path)} (${origin}): ${reason}`);
  return undefined;
}

function checkStrength(name: ConfigKey, config: Config, given: ConfigValue | undefined): string[] {
  const { strength, example } = configKeys[name] as KeyDeclaration;
  const value = config[name];
  if (strength === undefined || config['server.mode'] !== 'production') return [];
  const advice = `Make one with: ${example}, and give it as ${name}_file or ${variableOf(name)}_FILE`;
  if (given === undefined)
    return strength === 'required' ? [`${name}: is missing, and production makes no secrets itself. ${advice}`] : [];
  const weakness = typeof value === 'string' ? weaknessOf(value) : undefined;
  return weakness === undefined ? [] : [`${name} = [secret] (${given.origin}): ${weakness}. ${advice}`];
}

function describeFault(name: ConfigKey, declaration: KeyDeclaration, given: ConfigValue, reason: string): string {
  const { secret, holdsSecrets, example } = declaration;
  const shown = secret || holdsSecrets ? '[secret]' : JSON.stringify(given.value);
  return `${name} = ${shown} (${given.origin}): ${reason}. Example: ${example}`;
}
