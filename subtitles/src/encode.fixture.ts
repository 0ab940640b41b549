import { decodeText } from './decode-text.ts';

/** Encodes a text for tests, by looking for the bytes that mean each character. Knows one and two bytes a character. */
export function encodeAs(label: string, text: string): Uint8Array {
  const bytesOf = tableOf(label);
  return Uint8Array.from(
    [...text].flatMap((character) => {
      const bytes = bytesOf.get(character);
      if (bytes === undefined) throw new Error(`${label} has no ${character}`);
      return bytes;
    }),
  );
}

const tables = new Map<string, ReadonlyMap<string, readonly number[]>>();

function tableOf(label: string): ReadonlyMap<string, readonly number[]> {
  const known = tables.get(label);
  if (known) return known;
  const table = new Map<string, readonly number[]>();
  const add = (bytes: readonly number[]) => {
    const { text } = decodeText(Uint8Array.from(bytes), { encoding: label });
    if ([...text].length === 1 && text !== '\ufffd' && !table.has(text)) table.set(text, bytes);
  };
  for (let one = 0; one < 256; one++) add([one]);
  for (let lead = 0x81; lead < 0xff; lead++) for (let trail = 0x40; trail < 0xff; trail++) add([lead, trail]);
  tables.set(label, table);
  return table;
}
