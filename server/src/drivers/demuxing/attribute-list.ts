/** Attribute lists of HLS (RFC 8216, section 4.2): comma-separated `NAME=value`, with or without quotes. */

export interface Attribute {
  readonly name: string;
  readonly value: string;
  readonly isQuoted: boolean;
}

/** Undefined when `text` is not an attribute list. */
export function parseAttributes(text: string): Attribute[] | undefined {
  const attributes: Attribute[] = [];
  const part = /[ \t]*([A-Z0-9-]+)=(?:"([^"]*)"[ \t]*|([^",]*))(,|$)/y;
  for (let place = 0; place < text.length; place = part.lastIndex) {
    part.lastIndex = place;
    const match = part.exec(text);
    if (!match) return undefined;
    const [, name = '', quoted, plain = ''] = match;
    attributes.push({ name, value: quoted ?? plain.trimEnd(), isQuoted: quoted !== undefined });
  }
  return attributes;
}

export function printAttributes(attributes: readonly Attribute[]): string {
  return attributes.map(({ name, value, isQuoted }) => `${name}=${isQuoted ? `"${value}"` : value}`).join(',');
}
