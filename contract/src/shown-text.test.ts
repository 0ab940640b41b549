import { type DescField, type DescMessage, getOption, hasOption } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { field as rulesOf } from './gen/buf/validate/validate_pb.ts';
import { allMethods } from './methods.ts';
import { hasHiddenCharacter, hiddenCharacters } from './shown-text.ts';

/** All fields of a request and of its nested messages. */
function fieldsOf(desc: DescMessage, seen: Set<DescMessage>): DescField[] {
  if (seen.has(desc)) return [];
  seen.add(desc);
  return desc.fields.flatMap((field) => [field, ...(field.message ? fieldsOf(field.message, seen) : [])]);
}

test.each(['\u202eanna', 'a\u2066b', 'a\u200bb', '\ufeffa', '\u3164', 'a\u0085b', 'a\nb', '\u2800', 'a\u00adb'])(
  '%j has a hidden character',
  (text) => expect(hasHiddenCharacter(text)).toBe(true),
);

test.each(['Kino „Eins“ 🎬', '👨‍👩‍👧', 'می‌خواهم', 'שלום', '한국어', '', 'a b'])('%j has none', (text) =>
  expect(hasHiddenCharacter(text)).toBe(false),
);

test('[RO14] [LI10] every text of a request that has a pattern against controls has that of names, or that of texts with several lines', () => {
  const seen = new Set<DescMessage>();
  const patterns = allMethods()
    .flatMap((method) => fieldsOf(method.input, seen))
    // Paths, names and passwords of other servers are passed on unchanged.
    .filter(
      ({ parent }) =>
        !/^service\.provider\.(Webdav|Nextcloud|Alist|Seafile|Synology|Qnap|Cloudreve)/.test(parent.typeName),
    )
    .flatMap((field) => {
      const type = hasOption(field, rulesOf) ? getOption(field, rulesOf).type : undefined;
      return type?.case === 'string' && type.value.pattern.includes('\\x00') ? [type.value.pattern] : [];
    });
  expect(patterns.length).toBeGreaterThan(5);
  const line = `^ *[^\\s${hiddenCharacters}][^${hiddenCharacters}]*$`;
  const fileName = `^[^/\\\\${hiddenCharacters}]*$`;
  // Allows tabs, line breaks, and characters that join or hide letters within words; refuses characters that turn the
  // direction of the text around them.
  const lines = '^[^\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\u202a-\u202e\u2066-\u2069]*$';
  expect(new Set(patterns)).toEqual(new Set([line, fileName, lines, `^[^${hiddenCharacters}]*$`]));
});
