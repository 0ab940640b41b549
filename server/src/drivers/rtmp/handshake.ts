/**
 * The simple handshake (RTMP 1.0, section 5.2): each side sends a version byte and 1536 bytes, and repeats the 1536
 * bytes of the other side.
 */
import { RtmpError } from './rtmp-error.ts';

const version = 3;
const blockBytes = 1_536;

/**
 * Tells what a server answers, and when the handshake is over. It holds at most what the client may send until then.
 */
export class Handshake {
  readonly #random: (length: number) => Buffer;
  #rest: Buffer = Buffer.alloc(0);
  #step: 'version' | 'block' | 'echo' = 'version';

  constructor(random: (length: number) => Buffer) {
    this.#random = random;
  }

  /**
   * Takes bytes of the client. `left`: the bytes after the handshake; undefined: it is not over. @throws RtmpError
   * `version`
   */
  push(data: Buffer): { readonly send: Buffer; readonly left: Buffer | undefined } {
    let bytes = Buffer.concat([this.#rest, data]);
    const send: Buffer[] = [];
    if (this.#step === 'version' && bytes.length >= 1) {
      if (bytes[0] !== version) throw new RtmpError('version');
      // Zeros in the place of a time and of a version: clients that know the longer handshake then do without it.
      send.push(Buffer.of(version), Buffer.alloc(8), this.#random(blockBytes - 8));
      bytes = bytes.subarray(1);
      this.#step = 'block';
    }
    if (this.#step === 'block' && bytes.length >= blockBytes) {
      send.push(Buffer.from(bytes.subarray(0, blockBytes)));
      bytes = bytes.subarray(blockBytes);
      this.#step = 'echo';
    }
    // Some clients do not repeat our block unchanged; refusing them gains nothing.
    const isOver = this.#step === 'echo' && bytes.length >= blockBytes;
    this.#rest = isOver ? Buffer.alloc(0) : Buffer.from(bytes);
    return { send: Buffer.concat(send), left: isOver ? bytes.subarray(blockBytes) : undefined };
  }
}
