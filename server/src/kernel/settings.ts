/**
 * Runtime settings: policy that an operator changes while the server runs. A feature declares its keys once; validation, the
 * stored form, hot reload and everything shown about a key come from that declaration.
 */
import type { z } from 'zod';

/** Declaration of one runtime setting. */
export interface SettingDeclaration<T = unknown> {
  readonly key: string;
  readonly schema: z.ZodType<T>;
  readonly default: T;
  /** One sentence for operators: what it does, in which unit. */
  readonly doc: string;
  /** Never read back. */
  readonly secret?: boolean;
}

/** The settings of a feature as it declared them: `name → declaration`. */
export type SettingDeclarations = Readonly<Record<string, SettingDeclaration>>;

/** Live values: each property is the value in force when it is read. Reading costs a property read. */
export type SettingValues<D extends SettingDeclarations> = {
  readonly [K in keyof D]: D[K] extends SettingDeclaration<infer T> ? T : never;
};

/** Declares one setting; the type of its value comes from the schema. */
export function setting<T>(
  key: string,
  schema: z.ZodType<T>,
  initial: T,
  doc: string,
  secret = false,
): SettingDeclaration<T> {
  return { key, schema, default: initial, doc, secret };
}

/** A change that was refused: which key and why. */
export interface SettingFault {
  readonly key: string;
  readonly reason: string;
}

/** All declared settings with the values in force in this process. */
export class SettingsRegistry {
  readonly #declarations = new Map<string, SettingDeclaration>();
  readonly #views = new Map<string, { target: Record<string, unknown>; name: string }>();

  /** Adds a feature's settings and gives its live view. @throws Error for a key that is declared twice. */
  declare<D extends SettingDeclarations>(declarations: D): SettingValues<D> {
    const target: Record<string, unknown> = {};
    for (const [name, declaration] of Object.entries(declarations)) {
      if (this.#declarations.has(declaration.key)) throw new Error(`setting ${declaration.key} is declared twice`);
      this.#declarations.set(declaration.key, declaration);
      this.#views.set(declaration.key, { target, name });
      target[name] = declaration.default;
    }
    return target as SettingValues<D>;
  }

  get declarations(): ReadonlyMap<string, SettingDeclaration> {
    return this.#declarations;
  }

  /** Checks values without applying them; no faults means that they may be stored. */
  check(values: Readonly<Record<string, unknown>>): SettingFault[] {
    return Object.entries(values).flatMap(([key, value]) => {
      const declaration = this.#declarations.get(key);
      if (!declaration) return [{ key, reason: 'is not a setting' }];
      const parsed = declaration.schema.safeParse(value);
      return parsed.success ? [] : [{ key, reason: parsed.error.issues.map((issue) => issue.message).join('; ') }];
    });
  }

  /** Makes `stored` the values in force: keys that are absent go back to their default, values that no longer fit are left out. */
  apply(stored: Readonly<Record<string, unknown>>): SettingFault[] {
    const faults: SettingFault[] = [];
    for (const [key, { target, name }] of this.#views) {
      const declaration = this.#declarations.get(key)!;
      const parsed = key in stored ? declaration.schema.safeParse(stored[key]) : undefined;
      if (parsed && !parsed.success) faults.push({ key, reason: 'the stored value does not fit; the default is used' });
      target[name] = parsed?.success ? parsed.data : declaration.default;
    }
    return faults;
  }
}
