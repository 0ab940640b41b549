/** `settings export` and `settings import`. */
import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { JsonObject } from '@bufbuild/protobuf';
import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import { ImportSettingsResponseSchema } from '@matinee/contract/gen/service/client/settings_pb.ts';
import { stringify } from 'yaml';
import { confirm } from '../ask.ts';
import type { ManagementClient } from '../connection/client.ts';
import { readDocument } from '../documents.ts';
import { Failure } from '../failure.ts';
import type { GlobalOptions } from '../options.ts';
import { formatOf, print, printAnswer, tell } from '../output.ts';
import { describeChanges } from '../setting-values.ts';
import { counted } from '../words.ts';

const { exportSettings: exporting, importSettings: importing } = AdminService.method;

type ExportOptions = GlobalOptions & { readonly includeSecrets?: boolean; readonly includeDefaults?: boolean };
type ImportOptions = GlobalOptions & { readonly dryRun?: boolean; readonly resetOthers?: boolean };

export async function exportSettings(client: ManagementClient, options: ExportOptions, file?: string): Promise<void> {
  const { includeSecrets = false, includeDefaults = false, output } = options;
  const { values = {} } = await client.call(exporting, { includeSecrets, includeDefaults });
  const isJson = output === 'json' || (output === undefined && file?.endsWith('.json') === true);
  const text = isJson ? `${JSON.stringify(values, null, 2)}\n` : stringify(values, { lineWidth: 0 });
  if (file === undefined || file === '-') return void process.stdout.write(text);
  if (existsSync(file)) await confirm(`${file} exists. Replace it?`, options);
  writePrivately(file, text);
  tell(`${file}: ${counted(Object.keys(values).length, 'setting')}${includeSecrets ? ', secrets in clear text' : ''}`);
}

/** Only the owner may read the new file, even if others could read the one that it replaces: it may hold secrets. */
function writePrivately(file: string, text: string): void {
  try {
    const isPlain = !existsSync(file) || statSync(file).isFile();
    if (isPlain) rmSync(file, { force: true });
    writeFileSync(file, text, isPlain ? { mode: 0o600, flag: 'wx' } : {});
  } catch (cause) {
    throw new Failure('failed', `the settings cannot be written: ${(cause as Error).message}`);
  }
}

export async function importSettings(client: ManagementClient, options: ImportOptions, file: string): Promise<void> {
  const { dryRun = false, resetOthers = false } = options;
  const values = await readDocument(file);
  if (typeof values !== 'object' || values === null || Array.isArray(values))
    throw new Failure('usage', `${file} holds no values by key, as in server.name: Cinema`);
  const request = { values: values as JsonObject, resetOthers };
  const wanted = await client.call(importing, { ...request, dryRun: true });
  if (!dryRun && wanted.changes.length > 0 && !options.yes) {
    tell(describeChanges(wanted.changes));
    await confirm(`Make ${counted(wanted.changes.length, 'change')}?`, options);
  }
  // The command applies exactly the changes that it showed. If anything changed in between, the server reports a
  // conflict.
  const answer = dryRun
    ? wanted
    : await client.call(importing, { ...request, dryRun: false, expectedVersion: wanted.version });
  const format = formatOf(options.output);
  printAnswer(format, ImportSettingsResponseSchema, answer, () => describeChanges(answer.changes));
  if (dryRun && format === 'table') print('nothing was changed: this was a dry run');
}
