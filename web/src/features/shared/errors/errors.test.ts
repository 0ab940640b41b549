import { readFileSync } from 'node:fs';
import { type DescMessage, getOption, hasOption, isFieldSet } from '@bufbuild/protobuf';
import * as rules from '@matinee/contract/gen/buf/validate/validate_pb.ts';
import { languages } from '@matinee/contract/languages.ts';
import { allMethods } from '@matinee/contract/methods.ts';
import { expect, test } from 'vitest';
import { keyOfReason } from '../../../client/words/say-error.ts';
import { errorNamespace } from '../../../client/words/texts.ts';
import { readTranslated } from '../../../texts/translated.fixture.ts';

const reference = readFileSync(new URL('../../../../../docs/reference/errors.md', import.meta.url), 'utf8');
const [errorTable, reasonTable] = reference.split('\n## ') as [string, string];
const codes = [...errorTable.matchAll(/^\| `([\w.]+)`/gm)].map(([, code]) => code!);
const reasons = codes.map((code) => code.replace('.', '-'));
/** The placeholders in the sentence of each field reason, by the key of its words. */
const fieldReasons = new Map(
  [...reasonTable.matchAll(/^\| `([\w.]+)` \| (.*) \|$/gm)].map(([, reason, sentence]) => [
    keyOfReason(reason!),
    namesIn(sentence!, /\{(\w+)\}/g),
  ]),
);

function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name]) => name!).sort();
}

const isRule = (key: string) => key.startsWith('rule-');
const english = readTranslated('errors', 'en');
const translated = Object.keys(languages).filter((language) => language !== 'en');

test.each(translated)(
  '[WX1] every reason of the server has words in %s, and none are left of one that is gone',
  (language) => {
    expect(reasons.length).toBeGreaterThan(100);
    expect(
      readTranslated('errors', language)
        .flatMap(({ keys }) => keys)
        .filter((key) => !isRule(key))
        .sort(),
    ).toEqual([...reasons].sort());
    expect(english.flatMap(({ keys }) => keys).filter((key) => !isRule(key) && !reasons.includes(key))).toEqual([]);
  },
);

test('[WX1] the words for a reason are in the folder of its feature', () => {
  const folders = new Set(readTranslated('errors', 'de').map(({ folder }) => folder));
  const files = Object.keys(languages).flatMap((language) => readTranslated('errors', language));
  for (const { folder, keys } of files) {
    for (const key of keys.filter((one) => !isRule(one) || fieldReasons.has(one))) {
      const feature = key.replace('rule-', '').split('-')[0]!.replaceAll('_', '-');
      expect(folders.has(feature) ? feature : 'errors', key).toBe(folder);
    }
  }
});

test('[WX1] the words for a reason are where the page looks for them', () => {
  const files = new Map(readTranslated('errors', 'de').map(({ folder, keys }) => [folder, keys]));
  const keysFor = (code: string) => files.get(errorNamespace(code).replace('errors/', '')) ?? files.get('errors');
  expect(codes.filter((code) => !keysFor(code)?.includes(code.replace('.', '-')))).toEqual([]);
});

test('[WX1] refusals whose words name the fields of a request have others in English too', () => {
  const keys = english.flatMap((folder) => folder.keys);
  expect(keys).toEqual(expect.arrayContaining(['call-invalid_request', 'request-invalid_fields']));
});

/**
 * Adds the ids of all validation rules of a message: its own, those of its fields and those of nested messages. The
 * server names these ids in violations.
 */
function addRules(desc: DescMessage, ids: Set<string>, seen: Set<DescMessage>): void {
  if (seen.has(desc)) return;
  seen.add(desc);
  if (hasOption(desc, rules.message)) for (const { id } of getOption(desc, rules.message).cel) ids.add(id);
  for (const oneof of desc.oneofs) if (hasOption(oneof, rules.oneof)) ids.add('required');
  for (const field of desc.fields) {
    if (hasOption(field, rules.field)) addFieldRules(getOption(field, rules.field), ids);
    if (field.message) addRules(field.message, ids, seen);
  }
}

function addFieldRules({ cel, required, type }: rules.FieldRules, ids: Set<string>): void {
  for (const { id } of cel) ids.add(id);
  if (required) ids.add('required');
  if (type.case === undefined) return;
  const schemas = rules as unknown as Record<string, DescMessage>;
  const desc = schemas[`${type.case[0]!.toUpperCase()}${type.case.slice(1)}RulesSchema`]!;
  for (const { name } of desc.fields.filter((field) => isFieldSet(type.value, field)))
    if (name !== 'items') ids.add(`${type.case}.${name}`);
  if (type.case === 'repeated' && type.value.items) addFieldRules(type.value.items, ids);
}

test('[WX3] every rule that a request can break has words in each language, and no words are left of one that is gone', () => {
  const ids = new Set<string>();
  const seen = new Set<DescMessage>();
  for (const { input } of allMethods()) addRules(input, ids, seen);
  const wanted = [...new Set([...ids].map(keyOfReason))].sort();
  expect(wanted.length).toBeGreaterThan(15);
  for (const language of Object.keys(languages))
    expect(
      readTranslated('errors', language)
        .flatMap(({ keys }) => keys)
        .filter((key) => isRule(key) && !fieldReasons.has(key))
        .sort(),
    ).toEqual(wanted);
});

test('[WX3] every reason of a single field has words in each language, which name what its sentence names', () => {
  expect(fieldReasons.size).toBeGreaterThan(100);
  for (const language of Object.keys(languages)) {
    const texts = new Map(readTranslated('errors', language).flatMap((folder) => [...folder.texts]));
    for (const [key, names] of fieldReasons)
      expect([key, namesIn(texts.get(key) ?? 'nothing', /\{\{(\w+)\}\}/g)]).toEqual([key, names]);
    expect([...fieldReasons.keys()].filter((key) => !texts.has(key))).toEqual([]);
  }
});
