/** Removes secrets from texts: known secrets anywhere, and texts that look like one. [DOC5] */
import { defaultSettings } from '../../composition/declared-settings.ts';
import type { ConfigLevel } from '../../kernel/config/config.ts';
import { configKeys, isConfigKey } from '../../kernel/config/config-keys.ts';

const hidden = '[secret]';
/** Shorter texts would match in the middle of words. Short secrets are still hidden where their key is known. */
const shortest = 6;
/** Names of variables, fields and parameters that contain secrets. */
const secretName = /secret|password|passwd|passphrase|token|ticket|credential|signature|api_?key|private_?key|_key$/i;

export type Redact = (text: string) => string;

/**
 * Collects the secrets of the configuration, the environment and the data directory. Longer ones are replaced first,
 * because one may contain another.
 */
export function makeRedact(
  levels: readonly ConfigLevel[],
  environment: Readonly<Record<string, string | undefined>>,
  stored: readonly string[],
): Redact {
  const known = new Set(stored.flatMap(formsOf));
  for (const { values } of levels)
    for (const [name, value] of Object.entries(values))
      for (const text of secretsIn(name, value)) for (const form of formsOf(text)) known.add(form);
  for (const [name, value] of Object.entries(environment))
    if (value !== undefined && (secretName.test(name) || value.includes('://')))
      for (const form of secretName.test(name) ? formsOf(value) : passwordsOf(value)) known.add(form);
  const all = [...known].filter((text) => text.length >= shortest).sort((a, b) => b.length - a.length);
  return (text) => all.reduce((rest, secret) => rest.replaceAll(secret, hidden), hideLookalikes(text));
}

/** The secrets in a configuration value. */
function secretsIn(name: string, value: unknown): string[] {
  if (name === 'bootstrap.settings') return typeof value === 'string' ? [value] : secretSettings(value);
  if (isConfigKey(name)) return configKeys[name].secret ? textsIn(value) : textsIn(value).flatMap(passwordsOf);
  // A misspelled key may be that of a secret. The path in `x_file` is not a secret.
  return name.endsWith('_file') ? [] : textsIn(value);
}

function secretSettings(value: unknown): string[] {
  const { declarations } = defaultSettings();
  const isOpen = (key: string) => declarations.has(key) && !declarations.get(key)!.secrets;
  return Object.entries(value ?? {}).flatMap(([key, part]) => (isOpen(key) ? [] : textsIn(part)));
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** A secret in its URL and JSON forms too, and the password inside a URL. */
function formsOf(secret: string): string[] {
  const text = secret.trim();
  return [text, encodeURIComponent(text), JSON.stringify(text).slice(1, -1), ...passwordsOf(text)];
}

function passwordsOf(text: string): string[] {
  const password = /^[a-z][a-z0-9+.-]*:\/\/[^/?#@:]*:([^/?#@]+)@/i.exec(text)?.[1];
  if (password === undefined) return [];
  try {
    return [password, decodeURIComponent(password)];
  } catch {
    return [password];
  }
}

/** Hides passwords in URLs, parameters and fields with names of secrets, and tokens. */
function hideLookalikes(text: string): string {
  return text
    .replace(/(\b[a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/?#@"']{1,400}@/gi, `$1${hidden}@`)
    .replace(/\b(Bearer|Basic)\s+[\w.~+/=-]{6,}/gi, `$1 ${hidden}`)
    .replace(/\beyJ[\w-]{8,}\.[\w-]{4,}\.[\w-]{4,}/g, hidden)
    .replace(/([?&][\w.-]{0,60}=)[^\s&"'#]{6,}/g, `$1${hidden}`)
    .replace(/("([\w.-]{1,60})"\s*:\s*)"((?:[^"\\]|\\.){1,4000})"/g, (whole, before: string, name: string) =>
      secretName.test(name) ? `${before}"${hidden}"` : whole,
    );
}
