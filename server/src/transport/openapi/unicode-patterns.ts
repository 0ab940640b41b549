/**
 * Writes out the Unicode properties in the patterns of the document, because some readers do not support them, such as
 * Python's `re`. A written-out pattern has thousands of characters, so each is a separate schema that the others refer
 * to.
 */
import type { Json, Keywords } from './json.ts';

/** Replaces patterns with references, and collects the referenced schemas. */
export interface SharedPatterns {
  /** `value` with references in place of patterns that contain Unicode properties. */
  refer(value: Json): Json;
  /** The schemas of all references made so far. */
  schemas(): Keywords;
}

export function makeSharedPatterns(): SharedPatterns {
  const names = new Map<string, string>();

  function refer(value: Json): Json {
    if (Array.isArray(value)) return value.map(refer);
    if (typeof value !== 'object' || value === null) return value;
    const { pattern, ...rest } = value as Keywords;
    const others = Object.fromEntries(Object.entries(rest).map(([key, inner]) => [key, refer(inner)]));
    if (typeof pattern !== 'string') return pattern === undefined ? others : { ...others, pattern: refer(pattern) };
    if (!pattern.includes('\\p{')) return { ...others, pattern };
    const name = names.get(pattern) ?? `Text${names.size + 1}`;
    names.set(pattern, name);
    const reference = { $ref: `#/components/schemas/${name}` };
    const { allOf = [], ...alone } = others;
    return Object.keys(rest).length === 0 ? reference : { ...alone, allOf: [reference, ...(allOf as readonly Json[])] };
  }

  return {
    refer,
    schemas: () =>
      Object.fromEntries(
        [...names].map(([pattern, name]) => {
          const description = `Text that matches \`${pattern}\`, with the Unicode properties written out.`;
          return [name, { description, pattern: writeOut(pattern) }];
        }),
      ),
  };
}

/** The pattern without Unicode properties. Match it by code points: with the flag `u` in JavaScript. */
export function writeOut(pattern: string): string {
  let isInClass = false;
  return pattern.replace(/\\p\{\w+\}|\\.|[[\]]/g, (part) => {
    if (part.startsWith('\\p')) return isInClass ? rangesOf(part) : `[${rangesOf(part)}]`;
    if (part === '[' || part === ']') isInClass = part === '[';
    return part;
  });
}

/** The first four planes of Unicode; the others have no letters, digits, punctuation or symbols. */
const codePoints = 0x4_0000;
let everyCharacter: string | undefined;

/** The ranges of a character class, such as `A-Za-z`, that have the property in this process's Unicode version. */
function rangesOf(name: string): string {
  everyCharacter ??= [...charactersOf(0, 0xd800), '\n', ...charactersOf(0xe000, codePoints)].join('');
  const runs = everyCharacter.match(new RegExp(`${name}+`, 'gu')) ?? [];
  return runs
    .map((run) => {
      const first = String.fromCodePoint(run.codePointAt(0) as number);
      if (run === first) return escaped(first);
      const last = /[\udc00-\udfff]$/.test(run) ? run.slice(-2) : run.slice(-1);
      return `${escaped(first)}-${escaped(last)}`;
    })
    .join('');
}

/** The characters from code point `from` up to, but not including, `to`, in pieces. */
function charactersOf(from: number, to: number): string[] {
  const pieces: string[] = [];
  for (let start = from; start < to; start += 1024) {
    pieces.push(String.fromCodePoint(...Array.from({ length: 1024 }, (_, index) => start + index)));
  }
  return pieces;
}

function escaped(character: string): string {
  return /[\\\]^[-]/.test(character) ? `\\${character}` : character;
}
