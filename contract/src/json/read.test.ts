import fc from 'fast-check';
import { expect, test } from 'vitest';
import { JsonParseError } from './parse-error.ts';
import { readJson } from './read.ts';

function refused(text: string): Record<string, string> {
  try {
    readJson(text);
  } catch (error) {
    expect(error).toBeInstanceOf(JsonParseError);
    return Object.fromEntries(
      (error as JsonParseError).violations.map(({ field, description }) => [field, description]),
    );
  }
  return {};
}

test.each([
  ['{"a":1,"a":2}', 'a'],
  ['{"a":1,"\\u0061":2}', 'a'],
  [' { "a" : {} , "b" : [ 1 , { "c" : 1 , "c" : 1 } ] } ', 'b[1].c'],
  ['{"a":{"b":{"x":[],"x":{}}}}', 'a.b.x'],
  ['[[],[{"a":1},{"b":2,"a":"}","b":3}]]', '[1][1].b'],
  ['{"a":"\\\\","b\\"":1,"b\\"":1}', 'b"'],
  ['{"__proto__":1,"__proto__":2}', '__proto__'],
])('[JS6] %j has a name twice: %s', (text, path) => {
  expect(refused(text)).toEqual({ [path]: 'is given more than once' });
});

test.each([
  '{"a":{"a":{"a":"a"}},"b":["a","a",{"a":1},{"a":1}]}',
  '{"a":"\\"a\\":1,\\"a\\":","b":"{\\"a\\":1"}',
  '["a","a"]',
  '{}',
  '"a"',
  'null',
])('[JS6] %j has none twice', (text) => {
  expect(readJson(text)).toEqual(JSON.parse(text));
});

test('[JS6] what JSON.stringify writes is read back, and any of its objects with its first name once more is refused', () => {
  /** Writes `value` as JSON, and repeats a name in the first object that has one. Undefined: no object has a name. */
  const withAgain = (value: unknown): string | undefined => {
    if (typeof value !== 'object' || value === null) return undefined;
    if (Array.isArray(value)) {
      const at = value.findIndex((item) => withAgain(item) !== undefined);
      return at < 0 ? undefined : `[${value.map((item, i) => (i === at ? withAgain(item) : JSON.stringify(item)))}]`;
    }
    const [name] = Object.keys(value);
    return name === undefined ? undefined : JSON.stringify(value).replace('{', () => `{${JSON.stringify(name)}:0,`);
  };
  fc.assert(
    fc.property(fc.json(), (text) => {
      const value = readJson(text);
      expect(value).toEqual(JSON.parse(text));
      const again = withAgain(value);
      if (again !== undefined) expect(Object.values(refused(again))).toEqual(['is given more than once']);
    }),
    { numRuns: 500 },
  );
});

test('[JS6] at most 20 are named, and text that is no JSON is no JSON', () => {
  const many = `{${Array.from({ length: 50 }, (_, n) => `"a${n}":1,"a${n}":2`).join()}}`;
  expect(Object.keys(refused(many))).toHaveLength(20);
  expect(() => readJson('{"a":1,"a":')).toThrow(SyntaxError);
});
