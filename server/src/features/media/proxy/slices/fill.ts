import type { FileHandle } from 'node:fs/promises';
import type { UpstreamAnswer } from '../../../../drivers/upstream/upstream.ts';

/** Most bytes that wait for the disk, approximately. */
const mostWaiting = 512 * 1_024;

/**
 * A slice on its way from upstream to the disk. Readers read the file while it grows, so a fill needs little memory,
 * however many or slow its readers are. It goes on when they leave: the next reader needs it. [SC2]
 */
export class Fill {
  readonly file: FileHandle;
  readonly length: number;
  filled = 0;
  readonly done: Promise<void>;
  readonly #answer: UpstreamAnswer;
  #failure: Error | undefined;
  #holders = 0;
  #isLetGo = false;
  #wake: (() => void)[] = [];

  constructor(file: FileHandle, length: number, answer: UpstreamAnswer) {
    this.file = file;
    this.length = length;
    this.#answer = answer;
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
    while (this.filled <= place) {
      if (this.#failure) throw this.#failure;
      await new Promise<void>((resolve) => this.#wake.push(resolve));
    }
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

  /** Chunks that come during a write wait, and are written together. */
  #receive(): Promise<void> {
    const { body } = this.#answer;
    return new Promise((resolve, reject) => {
      let waiting: Buffer[] = [];
      let taken = 0;
      let isWriting = false;
      let isClosed = false;
      const settle = () => {
        if (this.filled === this.length) resolve();
        else if (isClosed && !isWriting) reject(new Error(`${this.filled} bytes came instead of ${this.length}`));
      };
      const writeAll = async () => {
        isWriting = true;
        while (waiting.length > 0) {
          const chunks = waiting;
          waiting = [];
          body.resume();
          await this.#write(chunks);
        }
        isWriting = false;
        settle();
      };
      body.on('data', (chunk: Buffer) => {
        // A chunked body may go on beyond the range in its head, even without end.
        if (taken === this.length) return void body.destroy();
        const bytes = chunk.subarray(0, this.length - taken);
        taken += bytes.length;
        waiting.push(bytes);
        if (taken - this.filled >= mostWaiting) body.pause();
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

  async #write(chunks: readonly Buffer[]): Promise<void> {
    const length = chunks.reduce((sum, { byteLength }) => sum + byteLength, 0);
    let { bytesWritten: written } = await this.file.writev(chunks, this.filled);
    // The system may take fewer bytes than it was given.
    for (const bytes = written < length ? Buffer.concat(chunks) : undefined; bytes && written < length; ) {
      const more = await this.file.write(bytes, written, length - written, this.filled + written);
      written += more.bytesWritten;
    }
    this.filled += length;
    this.#tell();
  }
}
