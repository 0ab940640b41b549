/** Values as stored in the database. Values of settings with secrets are sealed, and bound to their key. */
import type { Sealer } from '../../../kernel/sealing.ts';
import {
  type SettingDeclaration,
  type SettingsRegistry,
  type StoredFault,
  unfitFault,
} from '../../../kernel/settings/settings.ts';

interface Sealed {
  readonly sealed: string;
}

const contextOf = (key: string) => `setting:${key}`;

/** The stored form of a value. */
export function sealValue({ key, secrets }: SettingDeclaration, value: unknown, sealer: Sealer): unknown {
  if (!secrets) return value;
  return { sealed: sealer.seal(JSON.stringify(value), contextOf(key)) } satisfies Sealed;
}

/** The usable stored values, and the faults of the others. Skips keys that are no longer declared. */
export function openValues(
  stored: ReadonlyMap<string, unknown>,
  registry: SettingsRegistry,
  sealer: Sealer,
): { values: Map<string, unknown>; faults: StoredFault[] } {
  const values = new Map<string, unknown>();
  const faults: StoredFault[] = [];
  for (const [key, raw] of stored) {
    const declaration = registry.declarations.get(key);
    if (!declaration) continue;
    try {
      const value = isSealed(raw) ? JSON.parse(sealer.open(raw.sealed, contextOf(key))) : raw;
      const checked = registry.checkValue(key, value);
      if (checked.faults) faults.push({ key, fault: unfitFault });
      else values.set(key, checked.value);
    } catch (cause) {
      faults.push({ key, fault: `the stored value ${(cause as Error).message}; the default is used` });
    }
  }
  return { values, faults };
}

function isSealed(raw: unknown): raw is Sealed {
  return typeof raw === 'object' && raw !== null && typeof (raw as Partial<Sealed>).sealed === 'string';
}
