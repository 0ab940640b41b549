/**
 * Shapes as short texts: browsers load them with every room. A message is the list of its fields, separated by spaces:
 * `id`, or `items:m*12=7`. After the colon stand the letter of the kind (none: a string), the sign of the presence (none:
 * `ALWAYS`) and the place of the message or enum, after the equals sign the number if it does not follow the last one. An
 * enum is the list of its values, each with its number before it if that does not follow: `ACTIVE 5=GONE`.
 */
import { type FieldShape, Kind, type MessageShape, Presence, type Shapes } from './shapes.ts';

const kinds: Readonly<Record<string, Kind>> = {
  '': Kind.STRING,
  b: Kind.BOOL,
  d: Kind.DOUBLE,
  e: Kind.ENUM,
  i: Kind.INT32,
  l: Kind.INT64,
  m: Kind.MESSAGE,
  s: Kind.STRUCT,
  t: Kind.TIMESTAMP,
  y: Kind.BYTES,
};
const presences: Readonly<Record<string, Presence>> = {
  '': Presence.ALWAYS,
  '?': Presence.OPTIONAL,
  '*': Presence.LIST,
  '%': Presence.MAP,
};
const packedField = /(\w+):?([a-z]?)([?*%]?)(\d*)=?(\d*)/;

export function packMessage(message: MessageShape): string {
  let last = 0;
  return Object.entries(message)
    .map(([name, [number, kind, presence, of]]) => {
      const form = `${keyOf(kinds, kind)}${keyOf(presences, presence)}${of ?? ''}`;
      const jump = number === last + 1 ? '' : `=${number}`;
      last = number;
      return `${name}${form && `:${form}`}${jump}`;
    })
    .join(' ');
}

export function packEnum(values: Readonly<Record<number, string>>): string {
  let last = 0;
  return Object.entries(values)
    .map(([number, name]) => {
      const jump = Number(number) === last + 1 ? '' : `${number}=`;
      last = Number(number);
      return `${jump}${name}`;
    })
    .join(' ');
}

export function unpackShapes(messages: readonly string[], enums: readonly string[]): Shapes {
  return { messages: messages.map(unpackMessage), enums: enums.map(unpackEnum) };
}

function unpackMessage(packed: string): MessageShape {
  let last = 0;
  return Object.fromEntries(
    wordsOf(packed).map((word): [string, FieldShape] => {
      const [, name, kind, presence, of, number] = packedField.exec(word)!;
      last = Number(number) || last + 1;
      return [name!, [last, kinds[kind!]!, presences[presence!]!, of ? Number(of) : undefined]];
    }),
  );
}

function unpackEnum(packed: string): Readonly<Record<number, string>> {
  let last = 0;
  return Object.fromEntries(
    wordsOf(packed).map((word) => {
      const [name, number] = word.split('=').reverse();
      last = Number(number) || last + 1;
      return [last, name!];
    }),
  );
}

const wordsOf = (packed: string) => packed.split(' ').filter(Boolean);

function keyOf<V>(table: Readonly<Record<string, V>>, value: V): string {
  return Object.keys(table).find((key) => table[key] === value)!;
}
