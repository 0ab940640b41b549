import type { Reason } from '@matinee/contract/reasons.ts';
import type { AppError } from '../../../kernel/errors.ts';
import { secretsOf, withStoredSecrets } from '../../../kernel/settings/setting-secrets.ts';
import type { SettingFault, SettingsRegistry } from '../../../kernel/settings/settings.ts';
import { keyReasons, settingsErrors } from './settings.errors.ts';
import { keyOfPath, settingGroups } from './settings-messages.ts';

/** Most wrong keys in a refusal: a document of another program has thousands. */
const mostFaults = 100;

/** The error for one wrong key or several, each with its reason. */
export function refusal(faults: readonly SettingFault[], { declarations }: SettingsRegistry): AppError {
  const isUnknown = faults.every(({ key }) => !declarations.has(key));
  return settingsErrors[isUnknown ? 'unknown_key' : 'invalid_value']({
    message: faults.map(({ field, description }) => `${field} ${description}`).join('; '),
    violations: faults.map(({ key: _key, ...violation }) => violation),
  });
}

/**
 * Refuses to change a setting that says where a stored secret is sent, and to remove such a secret. Otherwise an
 * administrator could redirect the mail, with the codes in it.
 * @throws AppError `settings.only_root` with all such keys. [RS20]
 */
export function refuseSecretTargets(
  keys: readonly string[],
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
  { declarations }: SettingsRegistry,
): void {
  const violations = [...declarations.values()].flatMap(({ key: owner, secrets }) => {
    const stored = secrets?.sentTo ? secretsOf(before.get(owner), secrets).length : 0;
    if (!secrets?.sentTo || stored === 0) return [];
    const moved = secrets.sentTo.filter((key) => keys.includes(key));
    if (moved.length > 0) return moved.map((field) => ({ field, ...keyReasons.root_only({ owner }) }));
    const isRemoved = secretsOf(after.get(owner), secrets).length < stored;
    return isRemoved ? [{ field: owner, ...keyReasons.root_removes() }] : [];
  });
  if (violations.length > 0) throw settingsErrors.only_root({ violations });
}

/** Keys named by a mask. @throws AppError `settings.unknown_key` [RS3] [RS4] */
export function keysOfMask(paths: readonly string[], registry: SettingsRegistry): Set<string> {
  const keys = new Set(paths.map(keyOfPath));
  const faults = [...keys].filter((key) => !registry.declarations.has(key)).slice(0, mostFaults);
  if (faults.length > 0)
    throw refusal(
      faults.map((key) => misnamed(key, registry)),
      registry,
    );
  return keys;
}

/** The reason why a name is not a setting's: it names a part of one, a group, or nothing. */
export function misnamed(key: string, registry: SettingsRegistry): SettingFault {
  const keys = [...registry.declarations.keys()];
  const fault = (reason: Reason) => ({ key, field: key, ...reason });
  const whole = keys.find((other) => key.startsWith(`${other}.`));
  if (whole !== undefined) return fault(keyReasons.part_of({ whole }));
  if (!settingGroups.has(key)) return registry.unknown(key);
  const members = keys.filter((other) => other.startsWith(`${key}.`));
  return fault(keyReasons.group({ members: members.join(', ') }));
}

/**
 * Each requested value as it will be in force; undefined and null mean the default. @throws AppError with all wrong
 * values. [RS2] [RS3]
 */
export function checkWanted(
  wanted: ReadonlyMap<string, unknown>,
  before: ReadonlyMap<string, unknown>,
  registry: SettingsRegistry,
): Map<string, unknown> {
  const faults: SettingFault[] = [];
  const checked = new Map<string, unknown>();
  for (const [key, sent] of wanted) {
    if (faults.length >= mostFaults) break;
    const declaration = registry.declarations.get(key);
    if (!declaration) {
      faults.push(registry.unknown(key));
      continue;
    }
    const { secrets } = declaration;
    if (sent === undefined || sent === null) {
      checked.set(key, declaration.default);
      continue;
    }
    const result = registry.checkValue(key, secrets ? withStoredSecrets(sent, before.get(key), secrets) : sent);
    if (result.faults) faults.push(...result.faults);
    else checked.set(key, result.value);
  }
  if (faults.length > 0) throw refusal(faults, registry);
  return checked;
}
