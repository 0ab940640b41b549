import { create, type DescField, type JsonObject, type JsonValue, type MessageShape } from '@bufbuild/protobuf';
import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import {
  SettingKind,
  SettingsSchema,
  UpdateSettingsRequestSchema,
  UpdateSettingsResponseSchema,
} from '@matinee/contract/gen/service/client/settings_pb.ts';
import { parseJson } from '@matinee/contract/json/parse.ts';
import { JsonParseError } from '@matinee/contract/json/parse-error.ts';
import { printJson } from '@matinee/contract/json/print.ts';
import type { ManagementClient } from '../connection/client.ts';
import { readDocument } from '../documents.ts';
import { Failure } from '../failure.ts';
import { fieldsOnPath, printedPath, putValue, readAssignment, readValue, valueAt } from '../fields.ts';
import type { GlobalOptions } from '../options.ts';
import { formatOf, printAnswer } from '../output.ts';
import { wholeNumber } from '../paging.ts';
import { describeChanges } from '../setting-values.ts';

interface UpdateOptions extends GlobalOptions {
  readonly set?: readonly string[];
  readonly unset?: readonly string[];
  readonly requestJson?: string;
  readonly expectedVersion?: string;
}

type Request = MessageShape<typeof UpdateSettingsRequestSchema>;

/** A key has two parts, `rtmp.advertiseAddress`. Deeper parts belong to its value. */
const keyDepth = 2;

export async function updateSettings(client: ManagementClient, options: UpdateOptions): Promise<void> {
  const { set = [], unset = [], requestJson } = options;
  if (requestJson !== undefined && set.length + unset.length > 0)
    throw new Failure('usage', '--request-json is a whole request; it goes without --set and --unset');
  if (requestJson === undefined && set.length + unset.length === 0)
    throw new Failure('usage', 'nothing to change: give --set, --unset or --request-json');
  const request = requestJson === undefined ? await requestOf(client, set, unset) : await requestIn(requestJson);
  if (options.expectedVersion !== undefined) {
    const isZero = options.expectedVersion === '0';
    request.expectedVersion = isZero ? 0 : wholeNumber('--expected-version', options.expectedVersion);
  }
  const answer = await client.call(AdminService.method.updateSettings, request);
  printAnswer(formatOf(options.output), UpdateSettingsResponseSchema, answer, () => describeChanges(answer.changes));
}

/** The request, with the field masks that the flags imply. */
async function requestOf(client: ManagementClient, set: readonly string[], unset: readonly string[]): Promise<Request> {
  const settings: JsonObject = {};
  const update = new Set<string>();
  const given = set.map((pair) => {
    const { path, text } = readAssignment(pair);
    const fields = fieldsOnPath(SettingsSchema, path);
    if (fields.length < keyDepth) throw groupFailure(path);
    return { path, text, fields };
  });
  const secrets = given.some(mayBeSecret) ? await readSecretKeys(client) : new Set();
  const assignments = given.map((one) => {
    const { path, text, fields } = one;
    if (mayBeSecret(one) && secrets.has(printedPath(fields))) return { fields, value: { password: text } };
    return { fields, value: readValue(path, fields.at(-1)!, text) };
  });
  const current = assignments.some(({ fields }) => fields.length > keyDepth) ? await readCurrent(client) : {};
  for (const { fields, value } of assignments) {
    const key = fields.slice(0, keyDepth);
    // To change a part of a value, send the whole value with that part changed. Secrets that are left out stay as they
    // are.
    if (fields.length > keyDepth && !update.has(printedPath(key)))
      putValue(settings, key, structuredClone(valueAt(current, key)) ?? {});
    putValue(settings, fields, value);
    update.add(printedPath(key));
  }
  const reset = unset.map((path) => {
    const fields = fieldsOnPath(SettingsSchema, path);
    if (fields.length !== keyDepth) throw groupFailure(path);
    return printedPath(fields);
  });
  const both = reset.find((key) => update.has(key));
  if (both !== undefined) throw new Failure('usage', `${both}: is both set and unset`);
  return create(UpdateSettingsRequestSchema, {
    settings: parse(SettingsSchema, settings),
    updateMask: { paths: [...update] },
    resetMask: { paths: reset },
  });
}

/** Whether `text` can be a plain secret: the whole value of a setting that otherwise is an object. */
function mayBeSecret({ fields, text }: { readonly fields: readonly DescField[]; readonly text: string }): boolean {
  return fields.length === keyDepth && fields.at(-1)!.fieldKind === 'message' && !/^\s*[{[]/.test(text) && text !== '';
}

/** Keys with one secret as their value. */
async function readSecretKeys(client: ManagementClient): Promise<ReadonlySet<string>> {
  const { declarations } = await client.call(AdminService.method.listSettingDeclarations, {});
  return new Set(declarations.filter(({ kind }) => kind === SettingKind.SECRET).map(({ key }) => key));
}

async function readCurrent(client: ManagementClient): Promise<JsonValue> {
  const { settings } = await client.call(AdminService.method.getSettings, {});
  return printJson(SettingsSchema, settings!);
}

async function requestIn(fileOrText: string): Promise<Request> {
  return parse(UpdateSettingsRequestSchema, await readDocument(fileOrText));
}

function parse<D extends typeof SettingsSchema | typeof UpdateSettingsRequestSchema>(desc: D, json: JsonValue) {
  try {
    return parseJson(desc, json);
  } catch (cause) {
    if (cause instanceof JsonParseError) throw new Failure('usage', cause.message);
    throw cause;
  }
}

function groupFailure(path: string): Failure {
  return new Failure('usage', `${path}: is not a key; keys have two parts, as in server.name`);
}
