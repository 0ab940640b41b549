import type { FileHandle } from 'node:fs/promises';
import type { UpstreamAnswer } from '../../../../drivers/upstream/upstream.ts';
import { type Chunk, chunkBytes, type HotChunks, loadChunk } from './hot-chunks.ts';

/** Most bytes that wait for the disk, approximately. */
const mostWaiting = 512 * 1_024;

/**
 * A slice on its way from upstream to the disk. The foremost readers get the chunks that wait for the disk, and slower
 * ones read the growing file, so a fill needs little memory, however many and slow its readers are. It continues when
 * they leave: the next reader needs it. [SC2]
 */
export class Fill {
  readonly file: FileHandle;
  readonly length: number;
  /** The bytes that readers can have. */
  received = 0;
  readonly done: Promise<void>;
  readonly #answer: UpstreamAnswer;
  readonly #chunks: HotChunks;
  readonly #name: string;
  /** The chunks that the disk does not yet have, by their numbers. */
  readonly #waiting = new Map<number, Chunk>();
  #written = 0;
  #failure: Error | undefined;
  #holders = 0;
  #isLetGo = false;
  #wake: (() => void)[] = [];

  /** `name`: that of the slice among `chunks`. */
  constructor(file: FileHandle, length: number, answer: UpstreamAnswer, chunks: HotChunks, name: string) {
    this.file = file;
    this.length = length;
    this.#answer = answer;
    this.#chunks = chunks;
    this.#name = name;
    this.done = this.#run().finally(() => this.#tell());
    this.done.catch(() => undefined);
  }

  /** Keeps the file open until `release`. */
  hold(): void {
    this.#holders += 1;
  }

  release(): void {
    this.#holders -= 1;
    if (this.#holders === 0 && this.#isLetGo) this.#close();
  }

  /** Called when no new reader can find the fill. The file closes when the present readers are done. */
  letGo(): void {
    this.#isLetGo = true;
    if (this.#holders === 0) this.#close();
  }

  #close(): void {
    this.file.close().catch(() => undefined);
  }

  /** Resolves when more than `place` bytes are there. @throws the failure of the fill. */
  async reach(place: number): Promise<void> {
    while (this.received <= place) {
      if (this.#failure) throw this.#failure;
      await new Promise<void>((resolve) => this.#wake.push(resolve));
    }
  }

  /** A chunk that has begun, which the caller holds. */
  async chunk(number: number): Promise<Chunk> {
    const load = (bytes: Buffer) => loadChunk(this.file, bytes, number, this.length);
    return this.#waiting.get(number)?.hold() ?? this.#chunks.read(this.#nameOf(number), load);
  }

  #tell(): void {
    for (const wake of this.#wake.splice(0)) wake();
  }

  async #run(): Promise<void> {
    try {
      await this.#receive();
    } catch (cause) {
      this.#failure = cause as Error;
      throw cause;
    }
  }

  /** Chunks go to the disk when they are complete, one after the other. */
  #receive(): Promise<void> {
    const { body } = this.#answer;
    return new Promise((resolve, reject) => {
      let isWriting = false;
      let isClosed = false;
      const settle = () => {
        if (this.#written === this.length) resolve();
        else if (isClosed && !isWriting) reject(new Error(`${this.received} bytes came instead of ${this.length}`));
      };
      const writeAll = async () => {
        isWriting = true;
        while (this.#endOfChunk(this.#written) <= this.received && this.#written < this.length) {
          await this.#writeNext();
          body.resume();
        }
        isWriting = false;
        settle();
      };
      body.on('data', (bytes: Buffer) => {
        // A chunked body may go on beyond the range in its head, even without end.
        if (this.received === this.length) return void body.destroy();
        this.#take(bytes.subarray(0, this.length - this.received));
        if (this.received - this.#written >= mostWaiting) body.pause();
        if (isWriting) return;
        writeAll().catch((cause: Error) => {
          body.destroy();
          reject(cause);
        });
      });
      body.once('error', reject);
      body.once('close', () => {
        isClosed = true;
        settle();
      });
      body.resume();
    });
  }

  /** Readers get the bytes before the disk has them. */
  #take(bytes: Buffer): void {
    for (let taken = 0; taken < bytes.length; ) {
      const number = Math.floor(this.received / chunkBytes);
      const chunk = this.#waiting.get(number) ?? this.#chunks.begin();
      this.#waiting.set(number, chunk);
      const copied = bytes.copy(chunk.bytes, this.received - number * chunkBytes, taken);
      taken += copied;
      this.received += copied;
    }
    this.#tell();
  }

  async #writeNext(): Promise<void> {
    const start = this.#written;
    const number = start / chunkBytes;
    const chunk = this.#waiting.get(number)!;
    const length = this.#endOfChunk(start) - start;
    // The system may take fewer bytes than it was given.
    for (let taken = 0; taken < length; ) {
      const { bytesWritten } = await this.file.write(chunk.bytes, taken, length - taken, start + taken);
      taken += bytesWritten;
    }
    this.#written += length;
    this.#waiting.delete(number);
    this.#chunks.keep(this.#nameOf(number), chunk);
    chunk.release();
  }

  #endOfChunk(start: number): number {
    return Math.min(start + chunkBytes, this.length);
  }

  #nameOf(number: number): string {
    return `${this.#name}/${number}`;
  }
}
