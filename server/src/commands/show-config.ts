/** `config show` and `config validate`. */
import { Document, isMap, type YAMLMap } from 'yaml';
import { defaultSettings } from '../composition/declared-settings.ts';
import { type ResolvedConfig, resolveConfig } from '../kernel/config/config.ts';
import { type Config, type ConfigKey, configKeys } from '../kernel/config/config-keys.ts';
import { readTls } from '../transport/tls-files.ts';
import type { CommandLine } from './command-line.ts';

/** Reads the configuration. @throws ConfigError with every fault. */
export function validateConfig({ levels, output }: CommandLine): void {
  readTls(resolveConfig(levels).config);
  const said = { text: 'The startup configuration is valid.', yaml: 'valid: true', json: '{ "valid": true }' };
  process.stdout.write(`${said[output]}\n`);
}

/** Prints every key with its value and the value's origin. Hides the values of secrets. @throws ConfigError */
export function showConfig({ levels, output }: CommandLine): void {
  process.stdout.write(describeConfig(resolveConfig(levels), output));
}

/**
 * Every key with its value and origin, as text in the given format; the YAML can be used as a configuration file. Pure.
 */
export function describeConfig({ config, origins }: ResolvedConfig, output: CommandLine['output']): string {
  const rows = (Object.keys(configKeys) as ConfigKey[]).map((key) => ({
    key,
    value: shownValue(key, config[key]),
    origin: origins.get(key)!,
  }));
  switch (output) {
    case 'json':
      return `${JSON.stringify(Object.fromEntries(rows.map(({ key, ...row }) => [key, row])), null, 2)}\n`;
    case 'yaml':
      return describeAsYaml(rows);
    case 'text': {
      const width = Math.max(...rows.map(({ key }) => key.length));
      const line = ({ key, value, origin }: (typeof rows)[number]) =>
        `${key.padEnd(width)}  ${value === null ? '-' : typeof value === 'string' ? value : JSON.stringify(value)}  (${origin})\n`;
      return rows.map(line).join('');
    }
  }
}

function shownValue(key: ConfigKey, value: unknown): unknown {
  if (value === undefined) return null;
  if (key === 'bootstrap.settings') return shownSettings(value as Config['bootstrap.settings']);
  return configKeys[key].secret ? '[secret]' : value;
}

/** Runtime settings without secrets, and without unknown keys, which may be a misspelled secret. */
function shownSettings(settings: Config['bootstrap.settings']): Record<string, unknown> {
  const { declarations } = defaultSettings();
  const isOpen = (key: string) => declarations.has(key) && !declarations.get(key)!.secrets;
  return Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, isOpen(key) ? value : '[secret]']));
}

/** Nested YAML, with the origin of each value as a trailing comment. Keys without a value are written as comments. */
function describeAsYaml(rows: readonly { key: ConfigKey; value: unknown; origin: string }[]): string {
  const document = new Document({});
  for (const { key, value, origin } of rows) {
    const path = key.split('.');
    document.setIn(path, document.createNode(value, { flow: typeof value === 'object' && value !== null }));
    const [name] = path.slice(-1);
    const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
    if (!isMap(parent)) continue;
    const pair = (parent as YAMLMap).items.find((item) => String(item.key) === name);
    if (pair?.value) (pair.value as { comment?: string }).comment = ` ${origin}`;
  }
  return document.toString({ lineWidth: 0 });
}
