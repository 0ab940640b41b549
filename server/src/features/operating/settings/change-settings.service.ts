import { isDeepStrictEqual } from 'node:util';
import { UserRole } from '@matinee/contract/gen/service/client/users_pb.ts';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import type { Sealer } from '../../../kernel/sealing.ts';
import type { SettingsRegistry } from '../../../kernel/settings/settings.ts';
import type { Database, Tx } from '../../../store/database.ts';
import type { Audit, Doer } from '../../record/audit/audit.port.ts';
import { checkWanted, refusal, refuseSecretTargets } from './refusals.ts';
import { sealValue } from './sealed-values.ts';
import { settingsErrors } from './settings.errors.ts';
import * as store from './settings.store.ts';
import type { ChangedValue } from './settings-messages.ts';
import { changeOf, inForce, isUnusable } from './values-in-force.ts';

/** Channel of PostgreSQL's NOTIFY that announces changes of settings. */
export const settingsChannel = 'matinee_settings';

export interface ChangeParts {
  readonly db: Database;
  readonly registry: SettingsRegistry;
  readonly sealer: Sealer;
  readonly audit: Audit;
  readonly clock: Clock;
  /** Notifies features that store other data together with a setting. */
  readonly onChanged: (tx: Tx, changed: ReadonlyMap<string, unknown>) => void;
}

interface ChangeOptions {
  readonly expectedVersion?: number | undefined;
  /** Reports the changes without making them. */
  readonly dryRun?: boolean;
  /** Source of the change, for the audit log. */
  readonly via: 'update' | 'import' | 'bootstrap';
}

export interface Changed {
  readonly version: number;
  readonly changes: ChangedValue[];
  /** Every value after the change, secrets included. */
  readonly values: ReadonlyMap<string, unknown>;
}

/** Changes settings atomically: all or none. */
export type ChangeSettings = (
  doer: Doer,
  wanted: ReadonlyMap<string, unknown>,
  options: ChangeOptions,
) => Promise<Changed>;

/** [RS5] [RS6] [RS7] [RS8] [RS10] [RS12] [RS20] */
export function makeChangeSettings(parts: ChangeParts): ChangeSettings {
  const { db, registry } = parts;
  return (doer, wanted, { expectedVersion, dryRun, via }) =>
    db.write(async (tx) => {
      const version = await store.lockVersion(tx.query());
      if (expectedVersion !== undefined && expectedVersion !== version)
        throw settingsErrors.version_conflict({ metadata: { version: String(version) } });
      const stored = await store.readSettings(tx.query());
      const before = inForce(stored, parts);
      const after = new Map([...before, ...checkWanted(wanted, before, registry)]);
      const faults = registry.checkTogether(Object.fromEntries(after));
      if (faults.length > 0) throw refusal(faults, registry);
      const keys = [...wanted.keys()].filter(
        (key) => !isDeepStrictEqual(before.get(key), after.get(key)) || isUnusable(stored, key, parts),
      );
      if (!isRoot(doer)) refuseSecretTargets(keys, before, after, registry);
      const changes = keys.map((key) => changeOf(registry.declarations.get(key)!, before.get(key), after.get(key)));
      if (dryRun || keys.length === 0) return { version, changes, values: after };
      for (const key of keys) await put(tx, key, after.get(key), parts);
      for (const change of changes) await record(tx, doer, change, { version: version + 1, via }, parts);
      parts.onChanged(tx, new Map(keys.map((key) => [key, after.get(key)])));
      await store.putVersion(tx.query(), version + 1, settingsChannel);
      return { version: version + 1, changes, values: after };
    });
}

/** Writes one value; a default is not stored. */
async function put(tx: Tx, key: string, value: unknown, { registry, sealer, clock }: ChangeParts): Promise<void> {
  const declaration = registry.declarations.get(key)!;
  if (isDeepStrictEqual(value, declaration.default)) await store.deleteSetting(tx.query(), key);
  else await store.putSetting(tx.query(), key, sealValue(declaration, value, sealer), dateOf(clock.nowMs()));
}

/** Writes a change into the history of its key and into the audit log. */
async function record(
  tx: Tx,
  doer: Doer,
  { key, from, to, secretChanged }: ChangedValue,
  { version, via }: { version: number; via: string },
  { audit, clock }: ChangeParts,
): Promise<void> {
  await store.insertHistory(tx.query(), {
    key,
    version,
    from_value: from,
    to_value: to,
    secret_changed: secretChanged,
    ...actorOf(doer),
    at: dateOf(clock.nowMs()),
  });
  const details = { from, to, version, via, ...(secretChanged ? { secretChanged } : {}) };
  await audit.record(tx, doer, { action: 'settings.updated', target: key, details });
}

/** The operator, and the server itself at its first start, have the rights of root. */
function isRoot(doer: Doer): boolean {
  if (doer === 'system') return true;
  const { principal } = doer;
  return principal.kind === 'operator' || (principal.kind === 'user' && principal.role === UserRole.ROOT);
}

function actorOf(doer: Doer) {
  if (doer === 'system') return { actor_kind: 'system', actor_id: '', actor_name: '' };
  const { principal } = doer;
  const isUser = principal.kind === 'user';
  return {
    actor_kind: principal.kind,
    actor_id: isUser ? principal.userId : '',
    actor_name: isUser ? principal.username : '',
  };
}
