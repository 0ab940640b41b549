import { isDeepStrictEqual } from 'node:util';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type {
  ExportSettingsRequest,
  GetSettingHistoryRequest,
  ImportSettingsRequest,
  UpdateSettingsRequest,
} from '@matinee/contract/gen/service/client/settings_pb.ts';
import type { AdminPrincipal, Call } from '../../kernel/call.ts';
import { type Clock, dateOf } from '../../kernel/clock.ts';
import type { AppError } from '../../kernel/errors.ts';
import type { Sealer } from '../../kernel/sealing.ts';
import { secretsOf, withoutSecrets, withStoredSecrets } from '../../kernel/settings/setting-secrets.ts';
import type { SettingDeclaration, SettingFault, SettingsRegistry } from '../../kernel/settings/settings.ts';
import type { Database, Tx } from '../../store/database.ts';
import type { Audit, Doer } from '../audit/audit.port.ts';
import { openValues, sealValue } from './sealed-values.ts';
import { settingsErrors } from './settings.errors.ts';
import * as store from './settings.store.ts';
import {
  type ChangedValue,
  changeMessage,
  declarationMessage,
  historyMessage,
  keyOfPath,
  settingGroups,
  settingsMessage,
  valuesOf,
} from './settings-messages.ts';

/** Channel of PostgreSQL's NOTIFY on which a change of settings is announced. */
export const settingsChannel = 'matinee_settings';

export interface SettingsParts {
  readonly db: Database;
  readonly registry: SettingsRegistry;
  readonly sealer: Sealer;
  readonly audit: Audit;
  readonly clock: Clock;
  readonly version: string;
}

interface WriteOptions {
  readonly expectedVersion?: number | undefined;
  readonly dryRun?: boolean;
  /** What the audit log calls the way by which it came. */
  readonly via: 'update' | 'import' | 'bootstrap';
}

interface Written {
  readonly version: number;
  readonly changes: ChangedValue[];
  /** Every value after the change, secrets included. */
  readonly values: ReadonlyMap<string, unknown>;
}

type AdminCall = Call<AdminPrincipal>;

const pageDefault = 20;
/** Most wrong keys that a refusal names: a document of another program has thousands. */
const mostFaults = 100;

export function makeSettings({ db, registry, sealer, audit, clock, version: serverVersion }: SettingsParts) {
  const { declarations } = registry;
  const read = () => db.query<store.SettingsTables>();

  /** Stored values that can be used, opened; then all values, defaults where none is stored. */
  function inForce(stored: store.StoredSettings): Map<string, unknown> {
    const { values } = openValues(stored.values, registry, sealer);
    return new Map([...declarations].map(([key, declaration]) => [key, values.get(key) ?? declaration.default]));
  }

  /** What is stored cannot be read any more, so that it is replaced even by the default that stands in for it. */
  function isUnusable({ values }: store.StoredSettings, key: string): boolean {
    return values.has(key) && openValues(new Map([[key, values.get(key)]]), registry, sealer).faults.length > 0;
  }

  /** [RS5] [RS6] [RS7] [RS8] [RS10] [RS12] */
  async function write(doer: Doer, wanted: ReadonlyMap<string, unknown>, options: WriteOptions): Promise<Written> {
    return db.write(async (tx) => {
      const version = await store.lockVersion(tx.query());
      if (options.expectedVersion !== undefined && options.expectedVersion !== version)
        throw settingsErrors.version_conflict({ metadata: { version: String(version) } });
      const stored = await store.readSettings(tx.query());
      const before = inForce(stored);
      const after = new Map(before);
      for (const [key, value] of checkAll(wanted, before)) after.set(key, value);
      const faults = registry.checkTogether(Object.fromEntries(after));
      if (faults.length > 0) throw refusal(faults);
      const keys = [...wanted.keys()].filter(
        (key) => !isDeepStrictEqual(before.get(key), after.get(key)) || isUnusable(stored, key),
      );
      const changes = keys.map((key) => describe(declarations.get(key)!, before.get(key), after.get(key)));
      if (options.dryRun || keys.length === 0) return { version, changes, values: after };
      for (const key of keys) await put(tx, key, after.get(key));
      for (const change of changes) await tell(tx, doer, change, version + 1, options.via);
      await store.putVersion(tx.query(), version + 1, settingsChannel);
      return { version: version + 1, changes, values: after };
    });
  }

  /** Each wanted value as it will be in force. @throws AppError that names all that are wrong. [RS2] [RS3] */
  function checkAll(wanted: ReadonlyMap<string, unknown>, before: ReadonlyMap<string, unknown>): Map<string, unknown> {
    const faults: SettingFault[] = [];
    const checked = new Map<string, unknown>();
    for (const [key, sent] of wanted) {
      if (faults.length >= mostFaults) break;
      const declaration = declarations.get(key);
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
    if (faults.length > 0) throw refusal(faults);
    return checked;
  }

  /** Writes one value; the default is not stored. */
  async function put(tx: Tx, key: string, value: unknown): Promise<void> {
    const declaration = declarations.get(key)!;
    if (isDeepStrictEqual(value, declaration.default)) await store.deleteSetting(tx.query(), key);
    else await store.putSetting(tx.query(), key, sealValue(declaration, value, sealer), dateOf(clock.nowMs()));
  }

  async function tell(tx: Tx, doer: Doer, change: ChangedValue, version: number, via: string): Promise<void> {
    const { key, from, to, secretChanged } = change;
    await store.insertHistory(tx.query(), {
      key,
      version,
      from_value: from,
      to_value: to,
      secret_changed: secretChanged,
      ...actor(doer),
      at: dateOf(clock.nowMs()),
    });
    const details = { from, to, version, via, ...(secretChanged ? { secretChanged } : {}) };
    await audit.record(tx, doer, { action: 'settings.updated', target: key, details });
  }

  /** Keys that masks name. @throws AppError `settings.unknown_key`, `settings.nothing_named` [RS3] [RS4] */
  function named(paths: readonly string[]): Set<string> {
    const keys = new Set(paths.map(keyOfPath));
    const faults = [...keys]
      .filter((key) => !declarations.has(key))
      .slice(0, mostFaults)
      .map(misnamed);
    if (faults.length > 0) throw refusal(faults);
    return keys;
  }

  function misnamed(key: string): SettingFault {
    const whole = [...declarations.keys()].find((other) => key.startsWith(`${other}.`));
    const fault = (reason: string) => ({ key, field: key, reason });
    if (whole !== undefined) return fault(`is a part of ${whole}, which is named as a whole`);
    if (!settingGroups.has(key)) return registry.unknown(key);
    const members = [...declarations.keys()].filter((other) => other.startsWith(`${key}.`));
    return fault(`is a group; name its settings: ${members.join(', ')}`);
  }

  /** @throws AppError for one key or several, each with its reason. */
  function refusal(faults: readonly SettingFault[]): AppError {
    const isUnknown = faults.every(({ key }) => !declarations.has(key));
    return settingsErrors[isUnknown ? 'unknown_key' : 'invalid_value']({
      message: faults.map(({ field, reason }) => `${field} ${reason}`).join('; '),
      violations: faults.map(({ field, reason }) => ({ field, reason })),
    });
  }

  return {
    write,
    /** [RS1] [RS11] */
    async get() {
      const stored = await store.readSettings(read());
      return { settings: settingsMessage(masked(inForce(stored))), version: stored.version };
    },
    /** [RS4] */
    async update(request: UpdateSettingsRequest, call: AdminCall) {
      const keys = named(request.updateMask?.paths ?? []);
      const reset = named(request.resetMask?.paths ?? []);
      if (keys.size + reset.size === 0) throw settingsErrors.nothing_named();
      const both = [...keys].filter((key) => reset.has(key));
      if (both.length > 0) throw refusal(both.map((key) => ({ key, field: key, reason: 'is named by both masks' })));
      const wanted = valuesOf(request.settings, keys);
      for (const key of reset) wanted.set(key, undefined);
      const { expectedVersion } = request;
      const { version, changes, values } = await write(call, wanted, { expectedVersion, via: 'update' });
      return { settings: settingsMessage(masked(values)), version, changes: changes.map(changeMessage) };
    },
    /** [RS13] */
    async declarations() {
      const [stored, last] = await Promise.all([store.readSettings(read()), store.lastChanges(read())]);
      const lastOf = new Map(last.map((row) => [row.key, row]));
      const values = inForce(stored);
      return {
        version: stored.version,
        declarations: [...declarations].map(([key, declaration]) => {
          const changed = !isDeepStrictEqual(values.get(key), declaration.default);
          return declarationMessage(declaration, changed, lastOf.get(key));
        }),
      };
    },
    /** [RS12] */
    async history({ key, beforeVersion, pageSize }: GetSettingHistoryRequest) {
      if (!declarations.has(key)) throw refusal([misnamed(key)]);
      const limit = pageSize || pageDefault;
      const rows = await store.listHistory(read(), key, beforeVersion, limit + 1);
      return { changes: rows.slice(0, limit).map(historyMessage), hasMore: rows.length > limit };
    },
    /** [RS14] */
    async export({ includeSecrets, includeDefaults }: ExportSettingsRequest, call: AdminCall) {
      return db.write(async (tx) => {
        const stored = await store.readSettings(tx.query());
        const all = inForce(stored);
        const shown = includeSecrets ? all : masked(all);
        const isWanted = ([key]: [string, unknown]) =>
          includeDefaults || !isDeepStrictEqual(all.get(key), declarations.get(key)!.default);
        const values = Object.fromEntries([...shown].filter(isWanted));
        await audit.record(tx, call, {
          action: 'settings.exported',
          details: { includeSecrets, keys: Object.keys(values) },
        });
        const exportedAt = timestampFromDate(dateOf(clock.nowMs()));
        return { values: values as never, version: stored.version, exportedAt, serverVersion };
      });
    },
    /** [RS15] */
    async import({ values = {}, dryRun, resetOthers, expectedVersion }: ImportSettingsRequest, call: AdminCall) {
      const wanted = new Map<string, unknown>(Object.entries(values));
      if (resetOthers) for (const key of declarations.keys()) if (!wanted.has(key)) wanted.set(key, undefined);
      const { version, changes } = await write(call, wanted, { expectedVersion, dryRun, via: 'import' });
      return { version, changes: changes.map(changeMessage) };
    },
  };

  function masked(values: ReadonlyMap<string, unknown>): Map<string, unknown> {
    return new Map([...values].map(([key, value]) => [key, mask(declarations.get(key)!, value)]));
  }
}

function mask({ secrets }: SettingDeclaration, value: unknown): unknown {
  return secrets ? withoutSecrets(value, secrets) : value;
}

function describe(declaration: SettingDeclaration, from: unknown, to: unknown): ChangedValue {
  const { key, secrets } = declaration;
  const secretChanged = secrets !== undefined && !isDeepStrictEqual(secretsOf(from, secrets), secretsOf(to, secrets));
  return { key, from: mask(declaration, from), to: mask(declaration, to), secretChanged };
}

function actor(doer: Doer) {
  if (doer === 'system') return { actor_kind: 'system', actor_id: '', actor_name: '' };
  const { principal } = doer;
  const isUser = principal.kind === 'user';
  return {
    actor_kind: principal.kind,
    actor_id: isUser ? principal.userId : '',
    actor_name: isUser ? principal.username : '',
  };
}
