/**
 * Runtime settings: policy that an operator changes while the server runs. A feature declares its keys once.
 * Validation, the stored form, hot reload and every display of a key derive from that declaration.
 */
import { isDeepStrictEqual } from 'node:util';
import { nearest } from '@matinee/contract/nearest.ts';
import type { Reason } from '@matinee/contract/reasons.ts';
import type { z } from 'zod';
import type { SettingJson, SettingKey } from './setting-keys.ts';
import { reasonOf, settingReasons } from './setting-reasons.ts';
import type { Shape } from './setting-shapes.ts';

/** Declaration of one runtime setting. */
export interface SettingDeclaration<T = unknown, K extends SettingKey = SettingKey> extends Shape<T> {
  readonly key: K;
  readonly default: T;
  /** One sentence for operators about its effect. */
  readonly doc: string;
  /** A valid value, as text. */
  readonly example: string;
}

/** The settings of a feature as it declared them: `name → declaration`. */
export type SettingDeclarations = Readonly<Record<string, SettingDeclaration>>;

/** Live values: reading a property returns the value in force. */
export type SettingValues<D extends SettingDeclarations> = {
  readonly [K in keyof D]: D[K] extends SettingDeclaration<infer T> ? T : never;
};

/**
 * Declares one setting. The contract defines the keys and the JSON types of their values; the shape says which values
 * are valid.
 */
export function setting<K extends SettingKey, T extends SettingJson<K> | null>(
  key: K,
  shape: Shape<T>,
  initial: NoInfer<T>,
  doc: string,
  { example = '' }: { readonly example?: string } = {},
): SettingDeclaration<T, K> {
  return { ...shape, key, default: initial, doc, example };
}

/** A refused value. */
export interface SettingFault extends Reason {
  readonly key: string;
  /** The key, or the path inside its value: `oauth2.providers[0].instanceName`. */
  readonly field: string;
}

/** A fault of a stored value, or a consequence of one; for the log. */
export interface StoredFault {
  readonly key: string;
  readonly fault: string;
}

/**
 * A rule about several settings together. Receives all values as they would be after the change, and returns the fault
 * if there is one.
 */
export type SettingRule = (values: Readonly<Record<string, unknown>>) => SettingFault | undefined;

/** The fault of a stored value that no longer fits its declaration. */
export const unfitFault = 'the stored value does not fit; the default is used';

type Checked = { readonly value: unknown; readonly faults?: never } | { readonly faults: SettingFault[] };

/** All declared settings with the values in force in this process. */
export class SettingsRegistry {
  readonly #declarations = new Map<string, SettingDeclaration>();
  readonly #views = new Map<string, { target: Record<string, unknown>; name: string }>();
  readonly #rules: SettingRule[] = [];
  readonly #listeners = new Set<{ keys: ReadonlySet<string>; call: () => void }>();

  #revision = 0;

  /** Counts changes of the values in force in this process. */
  get revision(): number {
    return this.#revision;
  }

  /** Adds a feature's settings and returns its live view. @throws Error for a key that is declared twice. */
  declare<D extends SettingDeclarations>(declarations: D, rules: readonly SettingRule[] = []): SettingValues<D> {
    const target: Record<string, unknown> = {};
    for (const [name, declaration] of Object.entries(declarations)) {
      if (this.#declarations.has(declaration.key)) throw new Error(`setting ${declaration.key} is declared twice`);
      this.#declarations.set(declaration.key, declaration);
      this.#views.set(declaration.key, { target, name });
      target[name] = declaration.default;
    }
    this.#rules.push(...rules);
    return target as SettingValues<D>;
  }

  get declarations(): ReadonlyMap<string, SettingDeclaration> {
    return this.#declarations;
  }

  /** The values in force, by key. */
  values(): Record<string, unknown> {
    return Object.fromEntries([...this.#views].map(([key, { target, name }]) => [key, target[name]]));
  }

  /** The value in its stored form, or its faults. */
  checkValue(key: string, value: unknown): Checked {
    const declaration = this.#declarations.get(key);
    if (!declaration) return { faults: [this.unknown(key)] };
    const parsed = declaration.schema.safeParse(value);
    if (parsed.success) return { value: parsed.data };
    return {
      faults: parsed.error.issues.map((issue) => ({ key, field: key + pathOf(issue), ...reasonOf(issue.message) })),
    };
  }

  /** Checks each value by itself, without applying it. An empty result: each may be stored. */
  check(values: Readonly<Record<string, unknown>>): SettingFault[] {
    return Object.entries(values).flatMap(([key, value]) => this.checkValue(key, value).faults ?? []);
  }

  /** Checks the rules about several settings. `values` has every key. */
  checkTogether(values: Readonly<Record<string, unknown>>): SettingFault[] {
    return this.#rules.flatMap((rule) => rule(values) ?? []);
  }

  /** The fault of an unknown key, with the most similar known key. */
  unknown(key: string): SettingFault {
    const meant = nearest(key, this.#declarations.keys());
    return { key, field: key, ...(meant ? settingReasons.misspelled({ meant }) : settingReasons.unknown()) };
  }

  /**
   * Makes `stored` the values in force: absent keys go back to their default, values that no longer fit are ignored.
   * Then calls the listeners of changed keys. A listener that throws is reported as a fault; the other listeners still
   * run.
   */
  apply(stored: Readonly<Record<string, unknown>>): StoredFault[] {
    const faults: StoredFault[] = [];
    const changed = new Set<string>();
    for (const [key, { target, name }] of this.#views) {
      const declaration = this.#declarations.get(key)!;
      const parsed = Object.hasOwn(stored, key) ? declaration.schema.safeParse(stored[key]) : undefined;
      if (parsed && !parsed.success) faults.push({ key, fault: unfitFault });
      const value = parsed?.success ? parsed.data : declaration.default;
      if (isDeepStrictEqual(target[name], value)) continue;
      target[name] = value;
      changed.add(key);
    }
    if (changed.size > 0) this.#revision++;
    for (const { keys, call } of [...this.#listeners]) {
      const key = [...changed].find((one) => keys.has(one));
      if (key === undefined) continue;
      try {
        call();
      } catch (cause) {
        faults.push({ key, fault: `what follows from the change failed: ${(cause as Error).message}` });
      }
    }
    return faults;
  }

  /**
   * Calls `listener` after one of `keys` changed in this process, once for keys that change together. The views already
   * have the new values. Returns a function that removes the listener. @throws Error for a key that is not declared.
   */
  onChange(keys: readonly string[], listener: () => void): () => void {
    for (const key of keys)
      if (!this.#declarations.has(key)) throw new Error(`${key} ${this.unknown(key).description}`);
    const entry = { keys: new Set(keys), call: listener };
    this.#listeners.add(entry);
    return () => void this.#listeners.delete(entry);
  }
}

function pathOf({ path }: z.core.$ZodIssue): string {
  return path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
}
