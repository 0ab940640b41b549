/** `settings …`: the runtime settings of a running server. */
import { create, toJson } from '@bufbuild/protobuf';
import { ValueSchema } from '@bufbuild/protobuf/wkt';
import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import { SendTestEmailResponseSchema } from '@matinee/contract/gen/service/client/emails_pb.ts';
import {
  GetSettingHistoryResponseSchema,
  GetSettingsResponseSchema,
  type SettingDeclaration,
  SettingDeclarationSchema,
  SettingKindSchema,
  SettingsSchema,
} from '@matinee/contract/gen/service/client/settings_pb.ts';
import { printJson } from '@matinee/contract/json/print.ts';
import { nearest } from '@matinee/contract/nearest.ts';
import type { Command } from 'commander';
import { acting } from '../acting.ts';
import { nameOf } from '../choices.ts';
import type { ManagementClient } from '../connection/client.ts';
import { Failure } from '../failure.ts';
import { fieldsOnPath, printedPath, valueAt } from '../fields.ts';
import { collect, type GlobalOptions } from '../options.ts';
import { formatOf, list, print, printAnswer, printValue, table } from '../output.ts';
import { wholeNumber } from '../paging.ts';
import { actorName, fromAndTo, shownValue } from '../setting-values.ts';
import { time, yes } from '../words.ts';
import { exportSettings, importSettings } from './settings-documents.ts';
import { updateSettings } from './settings-update.ts';

const { getSettings, listSettingDeclarations, getSettingHistory } = AdminService.method;

/** The server's maximum number of changes per answer. */
const maxPageSize = 100;

export function addSettings(program: Command): void {
  const settings = program
    .command('settings')
    .description('runtime settings: policy that applies while the server runs');
  settings
    .command('list')
    .description('list every setting with its value; * marks those that are not the default')
    .option('--changed', 'only those that are not the default')
    .action(acting(listAll));
  settings
    .command('get')
    .argument('<group or key>', 'as email, or email.smtpHost')
    .description('read one value, or all of a group')
    .action(acting(get));
  settings
    .command('describe')
    .argument('<key>')
    .description('say what a setting does, its default and its bounds')
    .action(acting(describe));
  settings
    .command('history')
    .argument('<key>')
    .description('list the changes of a setting, newest first')
    .option('--limit <number>', 'how many, 20 when not given')
    .action(acting(history));
  settings
    .command('update')
    .description('change settings, all that are named or none')
    .option(
      '--set <path=value>',
      'set a value; text as it is, lists and objects as JSON; as often as needed',
      collect,
      [],
    )
    .option('--unset <path>', 'clear an optional value, or go back to the default; as often as needed', collect, [])
    .option('--request-json <file or text>', 'a whole UpdateSettingsRequest in JSON; - reads standard input')
    .option('--expected-version <number>', 'refuse if anything changed since this version')
    .action(acting(updateSettings));
  settings
    .command('export')
    .argument('[file]', 'where to write it; standard output when not given')
    .description('write the settings as a document, YAML or JSON')
    .option('--include-secrets', 'with passwords and client secrets as clear text')
    .option('--include-defaults', 'also what nobody set')
    .action(acting(exportSettings));
  settings
    .command('import')
    .argument('<file>', 'an exported document; - reads standard input')
    .description('apply a document, all of it or nothing; shows what changes and asks first')
    .option('--dry-run', 'only check it and say what would change')
    .option('--reset-others', 'what the document does not have goes back to its default')
    .action(acting(importSettings));
  settings
    .command('test-email')
    .argument('<address>')
    .description('send a test mail with the current settings')
    .option('--language <tag>', 'language of the mail: en, de')
    .action(acting(sendTestEmail));
}

async function sendTestEmail(
  client: ManagementClient,
  options: GlobalOptions & { language?: string },
  email: string,
): Promise<void> {
  const answer = await client.call(AdminService.method.sendTestEmail, { email, language: options.language ?? '' });
  printAnswer(
    formatOf(options.output),
    SendTestEmailResponseSchema,
    answer,
    () => `sent to ${email}; the mail server said: ${answer.response}`,
  );
}

async function listAll(client: ManagementClient, options: GlobalOptions & { changed?: boolean }): Promise<void> {
  const [{ declarations }, answer] = await Promise.all([
    client.call(listSettingDeclarations, {}),
    client.call(getSettings, {}),
  ]);
  const values = printJson(SettingsSchema, answer.settings!);
  const shown = declarations.filter(({ changed }) => changed || !options.changed);
  printAnswer(formatOf(options.output), GetSettingsResponseSchema, answer, () =>
    table(
      ['', 'key', 'value'],
      shown.map(({ key, changed }) => [
        changed ? '*' : '',
        key,
        shortened(shownValue(valueAt(values, fieldsOnPath(SettingsSchema, key)))),
      ]),
      'every setting has its default',
    ),
  );
}

/** A long list would hide the rest of the table, so it is cut here. `settings get` shows it whole. */
function shortened(text: string): string {
  return text.length > 100 ? `${text.slice(0, 99)}…` : text;
}

async function get(client: ManagementClient, options: GlobalOptions, path: string): Promise<void> {
  const fields = fieldsOnPath(SettingsSchema, path);
  const { settings } = await client.call(getSettings, {});
  const value = valueAt(printJson(SettingsSchema, settings!), fields) ?? null;
  const format = formatOf(options.output);
  if (format !== 'table') return printValue(format, value);
  const isGroup = fields.length === 1 && typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isGroup) return print(shownValue(value));
  print(list(Object.entries(value).map(([name, one]) => [`${path}.${name}`, shownValue(one)] as const)));
}

async function describe(client: ManagementClient, options: GlobalOptions, key: string): Promise<void> {
  const { declarations } = await client.call(listSettingDeclarations, {});
  const found = declarations.find((one) => one.key === key);
  if (!found) {
    const near = nearest(
      key,
      declarations.map((one) => one.key),
    );
    throw new Failure('usage', `${key}: there is no such key${near ? `; did you mean ${near}?` : ''}`);
  }
  printAnswer(formatOf(options.output), SettingDeclarationSchema, found, () => describeDeclaration(found));
}

function describeDeclaration(one: SettingDeclaration): string {
  const { min, max, unit } = one;
  const bounds = min === undefined && max === undefined ? undefined : `${min ?? ''} to ${max ?? ''} ${unit}`.trim();
  return list([
    ['key', one.key],
    ['meaning', one.doc],
    ['kind', nameOf(SettingKindSchema, one.kind) + (one.nullable ? ', may be unset' : '')],
    ['bounds', bounds],
    ['one of', one.options.join(', ')],
    ['default', shownValue(one.defaultValue ? toJson(ValueSchema, one.defaultValue) : null)],
    ['example', one.example],
    ['changed', one.changed ? `${time(one.updatedAt)} by ${actorName(one.updatedBy)}` : yes(false)],
  ]);
}

async function history(
  client: ManagementClient,
  options: GlobalOptions & { limit?: string },
  key: string,
): Promise<void> {
  const limit = wholeNumber('--limit', options.limit) || 20;
  const name = printedPath(fieldsOnPath(SettingsSchema, key));
  const answer = create(GetSettingHistoryResponseSchema);
  do {
    const pageSize = Math.min(limit - answer.changes.length, maxPageSize);
    const beforeVersion = answer.changes.at(-1)?.version ?? 0;
    const page = await client.call(getSettingHistory, { key: name, beforeVersion, pageSize });
    answer.changes.push(...page.changes);
    answer.hasMore = page.hasMore;
  } while (answer.hasMore && answer.changes.length < limit);
  printAnswer(formatOf(options.output), GetSettingHistoryResponseSchema, answer, () =>
    table(
      ['time', 'by', 'from', 'to'],
      answer.changes.map((change) => [time(change.at), actorName(change.by), ...fromAndTo(change)]),
      'nobody has changed it',
    ),
  );
}
