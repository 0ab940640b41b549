/** STUN messages, as far as a server needs them to answer Binding requests. (RFC 8489) */

/** Source of a request, as reported by sockets. */
export interface Source {
  readonly address: string;
  readonly port: number;
}

/** Section 5. */
const headerLength = 20;
const magicCookie = 0x2112_a442;
/** Method Binding with each class (sections 3 and 5). */
const type = { request: 0x0001, success: 0x0101, error: 0x0111 };
/** Section 18.3.1. */
const attribute = { errorCode: 0x0009, unknown: 0x000a, xorMappedAddress: 0x0020 };
/** Attributes from here on may be ignored. */
const firstOptional = 0x8000;
/**
 * USERNAME, MESSAGE-INTEGRITY, REALM, NONCE, MESSAGE-INTEGRITY-SHA256, PASSWORD-ALGORITHM, USERHASH: this server does
 * not authenticate clients.
 */
const ignored: ReadonlySet<number> = new Set([0x0006, 0x0008, 0x0014, 0x0015, 0x001c, 0x001d, 0x001e]);
const family = { ipv4: 0x01, ipv6: 0x02 };

/**
 * The answer to a datagram: its source address, or its unknown attributes (error 420). Undefined for a datagram that is
 * not a Binding request. [VO2]
 */
export function answerStun(datagram: Buffer, source: Source): Buffer | undefined {
  // Port 0 cannot receive an answer. (RFC 768)
  if (source.port === 0 || !isBindingRequest(datagram)) return undefined;
  const transaction = datagram.subarray(8, headerLength);
  const required = attributesOf(datagram);
  if (required === undefined) return undefined;
  const unknown = required.filter((one) => one < firstOptional && !ignored.has(one));
  if (unknown.length > 0)
    return message(type.error, transaction, [
      [attribute.errorCode, Buffer.from('\0\0\x04\x14Unknown Attribute', 'latin1')],
      [attribute.unknown, uint16s(unknown)],
    ]);
  return message(type.success, transaction, [[attribute.xorMappedAddress, xorMapped(source, transaction)]]);
}

function isBindingRequest(datagram: Buffer): boolean {
  return (
    datagram.length >= headerLength &&
    datagram.readUInt16BE(0) === type.request &&
    datagram.readUInt16BE(2) === datagram.length - headerLength &&
    datagram.length % 4 === 0 &&
    datagram.readUInt32BE(4) === magicCookie
  );
}

/** Types of the attributes; undefined if one extends past the end. (Section 14) */
function attributesOf(datagram: Buffer): number[] | undefined {
  const types: number[] = [];
  for (let at = headerLength; at < datagram.length; ) {
    types.push(datagram.readUInt16BE(at));
    at += 4 + padded(datagram.readUInt16BE(at + 2));
    if (at > datagram.length) return undefined;
  }
  return types;
}

/**
 * The port and the address, each XORed with the magic cookie; an IPv6 address also with the transaction. (Section 14.2)
 */
function xorMapped({ address, port }: Source, transaction: Buffer): Buffer {
  const ipv4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  const plain = ipv4 === undefined ? ipv6Bytes(address) : Buffer.from(ipv4.split('.').map(Number));
  const key = Buffer.alloc(16);
  key.writeUInt32BE(magicCookie, 0);
  transaction.copy(key, 4);
  const value = Buffer.alloc(4 + plain.length);
  value.writeUInt8(ipv4 === undefined ? family.ipv6 : family.ipv4, 1);
  value.writeUInt16BE(port ^ (magicCookie >>> 16), 2);
  for (const [place, byte] of plain.entries()) value.writeUInt8(byte ^ key[place]!, 4 + place);
  return value;
}

/** `fe80::1%eth0` as 16 bytes. */
function ipv6Bytes(address: string): Buffer {
  const [head = '', tail] = address.split('%')[0]!.split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)));
  const [first, last] = [groups(head), groups(tail ?? '')];
  const zeros = new Array<number>(Math.max(0, 8 - first.length - last.length)).fill(0);
  return uint16s([...first, ...zeros, ...last]);
}

function message(kind: number, transaction: Buffer, attributes: readonly (readonly [number, Buffer])[]): Buffer {
  const parts = attributes.map(([name, value]) =>
    Buffer.concat([uint16s([name, value.length]), value, Buffer.alloc(padded(value.length) - value.length)]),
  );
  const body = Buffer.concat(parts);
  const header = Buffer.alloc(8);
  header.writeUInt16BE(kind, 0);
  header.writeUInt16BE(body.length, 2);
  header.writeUInt32BE(magicCookie, 4);
  return Buffer.concat([header, transaction, body]);
}

function uint16s(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [place, value] of values.entries()) bytes.writeUInt16BE(value, 2 * place);
  return bytes;
}

/** Attributes begin at multiples of four bytes. */
function padded(length: number): number {
  return (length + 3) & ~3;
}
