import type { Readable, Writable } from 'node:stream';

/**
 * Writes all of `source` to `out`, no faster than `out` takes it. @throws the error of the source, or an error when
 * `out` closes early or takes fewer bytes than its head has promised; the source is destroyed then.
 */
export function pump(source: Readable, out: Writable): Promise<void> {
  return new Promise((resolve, reject) => {
    const goOn = () => source.resume();
    const onClose = () => finish(new Error('the reader is gone'));
    const finish = (failure?: Error) => {
      out.off('drain', goOn);
      out.off('close', onClose);
      if (!failure) return resolve();
      source.destroy();
      reject(failure);
    };
    out.on('drain', goOn);
    out.once('close', onClose);
    source.once('end', () => finish());
    source.once('error', finish);
    source.once('close', () => finish(new Error('the source closed')));
    source.on('data', (chunk: Buffer) => {
      try {
        if (!out.write(chunk)) source.pause();
      } catch (cause) {
        // The head has another length. Without this `catch`, the error would end the process instead of the answer.
        finish(cause as Error);
      }
    });
  });
}
