import type { FileHandle } from 'node:fs/promises';
import type { UpstreamAnswer } from '../../../drivers/upstream/upstream.ts';

/**
 * A slice on its way from upstream to the disk. Whoever wants it reads along from the file as it grows, so a fill holds one
 * chunk in memory, whoever reads and however slowly. It goes on when they have left: the next reader wants it. [SC2]
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

  /** Nobody finds the fill any more: the file is closed once those who hold it have read. */
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

  #receive(): Promise<void> {
    const { body } = this.#answer;
    return new Promise((resolve, reject) => {
      const end = () => {
        if (this.filled === this.length) resolve();
        else reject(new Error(`${this.filled} bytes came instead of ${this.length}`));
      };
      let writing = Promise.resolve();
      body.on('data', (chunk: Buffer) => {
        body.pause();
        writing = this.#write(chunk).then(
          () => void body.resume(),
          (cause: Error) => {
            body.destroy();
            reject(cause);
          },
        );
      });
      body.once('error', reject);
      body.once('close', () => void writing.then(end));
      body.resume();
    });
  }

  async #write(chunk: Buffer): Promise<void> {
    // `Content-Range` was checked: a longer body cannot be.
    const bytes = chunk.subarray(0, this.length - this.filled);
    for (let written = 0; written < bytes.length; ) {
      const { bytesWritten } = await this.file.write(bytes, written, bytes.length - written, this.filled + written);
      written += bytesWritten;
    }
    this.filled += bytes.length;
    this.#tell();
  }
}
