/** The bytes of a frame on the wire, made once for all sockets that it goes to. */

const finalBinary = 0x82;
const length16 = 126;
const length64 = 127;

const framed = new WeakMap<Uint8Array, Buffer>();

/**
 * An unmasked binary frame (RFC 6455, section 5.2) around `payload`. Kept as long as the payload is, so that a change for a
 * thousand members is framed once and each socket costs one write of shared bytes: never write to them.
 */
export function sharedFrame(payload: Uint8Array): Buffer {
  let frame = framed.get(payload);
  if (frame === undefined) {
    frame = Buffer.concat([header(payload.length), payload]);
    framed.set(payload, frame);
  }
  return frame;
}

function header(length: number): Buffer {
  if (length < length16) return Buffer.of(finalBinary, length);
  if (length < 0x1_0000) {
    const bytes = Buffer.of(finalBinary, length16, 0, 0);
    bytes.writeUInt16BE(length, 2);
    return bytes;
  }
  const bytes = Buffer.alloc(10);
  bytes.writeUInt8(finalBinary, 0);
  bytes.writeUInt8(length64, 1);
  bytes.writeBigUInt64BE(BigInt(length), 2);
  return bytes;
}
