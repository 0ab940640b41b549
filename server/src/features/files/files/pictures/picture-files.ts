import { createWriteStream } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Random } from '../../../../kernel/random.ts';
import { secretText } from '../../../../kernel/random.ts';
import type { FileBackend } from '../backends/file-backend.ts';

/**
 * Pictures on disk while the image process works on them. Files left by a killed server are deleted at the next start.
 */
export interface PictureFiles {
  clear(): Promise<void>;
  /**
   * Loads bytes into a file, and passes its path and a second path beside it to `work`. Both files are deleted when
   * `work` ends.
   */
  hold<R>(
    from: { readonly backend: FileBackend; readonly location: string; readonly sizeBytes: number },
    work: (path: string, besides: string) => Promise<R>,
  ): Promise<R>;
  /** Like `hold`, for bytes in memory. */
  holdBytes<R>(bytes: Uint8Array, work: (path: string, besides: string) => Promise<R>): Promise<R>;
}

export function makePictureFiles(folder: string, random: Random): PictureFiles {
  async function holding<R>(
    write: (path: string) => Promise<void>,
    work: (path: string, besides: string) => Promise<R>,
  ): Promise<R> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, secretText(random));
    const besides = `${path}.stripped`;
    try {
      await write(path);
      return await work(path, besides);
    } finally {
      await Promise.all([rm(path, { force: true }), rm(besides, { force: true })]);
    }
  }

  return {
    clear: () => rm(folder, { recursive: true, force: true }),
    hold({ backend, location, sizeBytes }, work) {
      const bytes = () => backend.read(location, { start: 0, end: sizeBytes - 1 });
      const write = (path: string) =>
        pipeline(Readable.from(bytes(), { objectMode: false }), createWriteStream(path, { mode: 0o600 }));
      return holding(write, work);
    },
    holdBytes: (bytes, work) => holding((path) => writeFile(path, bytes, { mode: 0o600 }), work),
  };
}
