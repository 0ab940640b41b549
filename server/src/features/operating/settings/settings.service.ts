import { isDeepStrictEqual } from 'node:util';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type {
  ExportSettingsRequest,
  GetSettingHistoryRequest,
  ImportSettingsRequest,
  UpdateSettingsRequest,
} from '@matinee/contract/gen/service/client/settings_pb.ts';
import type { AdminPrincipal, Call } from '../../../kernel/call.ts';
import { dateOf } from '../../../kernel/clock.ts';
import { type ChangeParts, type ChangeSettings, makeChangeSettings } from './change-settings.service.ts';
import { keysOfMask, misnamed, refusal } from './refusals.ts';
import { keyReasons, settingsErrors } from './settings.errors.ts';
import * as store from './settings.store.ts';
import { changeMessage, declarationMessage, historyMessage, settingsMessage, valuesOf } from './settings-messages.ts';
import { inForce, masked } from './values-in-force.ts';

export interface SettingsParts extends ChangeParts {
  /** Server version for exported documents. */
  readonly version: string;
}

type AdminCall = Call<AdminPrincipal>;

const pageDefault = 20;

export function makeSettings(parts: SettingsParts) {
  const change = makeChangeSettings(parts);
  return { change, ...reading(parts), ...changing(parts, change), export: exporting(parts) };
}

function reading(parts: SettingsParts) {
  const { db, registry } = parts;
  const { declarations } = registry;
  const read = () => db.query<store.SettingsTables>();
  return {
    /** [RS1] [RS11] */
    async get() {
      const stored = await store.readSettings(read());
      return { settings: settingsMessage(masked(inForce(stored, parts), registry)), version: stored.version };
    },
    /** [RS13] */
    async declarations() {
      const [stored, last] = await Promise.all([store.readSettings(read()), store.lastChanges(read())]);
      const lastOf = new Map(last.map((row) => [row.key, row]));
      const values = inForce(stored, parts);
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
      if (!declarations.has(key)) throw refusal([misnamed(key, registry)], registry);
      const limit = pageSize || pageDefault;
      const rows = await store.listHistory(read(), key, beforeVersion, limit + 1);
      return { changes: rows.slice(0, limit).map(historyMessage), hasMore: rows.length > limit };
    },
  };
}

function changing({ registry }: SettingsParts, change: ChangeSettings) {
  return {
    /** [RS4] */
    async update(request: UpdateSettingsRequest, call: AdminCall) {
      const keys = keysOfMask(request.updateMask?.paths ?? [], registry);
      const reset = keysOfMask(request.resetMask?.paths ?? [], registry);
      if (keys.size + reset.size === 0) throw settingsErrors.nothing_named();
      const both = [...keys].filter((key) => reset.has(key));
      const fault = (key: string) => ({ key, field: key, ...keyReasons.in_both_masks() });
      if (both.length > 0) throw refusal(both.map(fault), registry);
      const wanted = valuesOf(request.settings, keys);
      for (const key of reset) wanted.set(key, undefined);
      const { expectedVersion } = request;
      const { version, changes, values } = await change(call, wanted, { expectedVersion, via: 'update' });
      return { settings: settingsMessage(masked(values, registry)), version, changes: changes.map(changeMessage) };
    },
    /** [RS15] */
    async import({ values = {}, dryRun, resetOthers, expectedVersion }: ImportSettingsRequest, call: AdminCall) {
      const wanted = new Map<string, unknown>(Object.entries(values));
      if (resetOthers) for (const key of registry.declarations.keys()) if (!wanted.has(key)) wanted.set(key, undefined);
      const { version, changes } = await change(call, wanted, { expectedVersion, dryRun, via: 'import' });
      return { version, changes: changes.map(changeMessage) };
    },
  };
}

/** [RS14] */
function exporting(parts: SettingsParts) {
  const { db, registry, audit, clock, version: serverVersion } = parts;
  return ({ includeSecrets, includeDefaults }: ExportSettingsRequest, call: AdminCall) =>
    db.write(async (tx) => {
      const stored = await store.readSettings(tx.query());
      const all = inForce(stored, parts);
      const shown = includeSecrets ? all : masked(all, registry);
      const isWanted = ([key]: [string, unknown]) =>
        includeDefaults || !isDeepStrictEqual(all.get(key), registry.declarations.get(key)!.default);
      const values = Object.fromEntries([...shown].filter(isWanted));
      const details = { includeSecrets, keys: Object.keys(values) };
      await audit.record(tx, call, { action: 'settings.exported', details });
      const exportedAt = timestampFromDate(dateOf(clock.nowMs()));
      return { values: values as never, version: stored.version, exportedAt, serverVersion };
    });
}
