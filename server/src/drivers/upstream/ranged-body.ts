import type { UpstreamAnswer, UpstreamClient } from './upstream.ts';

/** Bytes per request: readers of films read many small pieces of adjacent tables. */
const chunkBytes = 256 * 1_024;

/** The address of a body, and the limit of bytes read. */
export interface RangedSource {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Most bytes to load in total. */
  readonly maxBytes: number;
}

/** A body with random access. */
export interface RangedBody {
  readonly size: number;
  readonly contentType: string | undefined;
  /**
   * The bytes from `start` up to `end`. @throws UpstreamFailed; Error when `maxBytes` is exceeded, or the body has
   * changed.
   */
  read(start: number, end: number): Promise<Uint8Array>;
}

/** Opens a body for random access. @throws UpstreamFailed; Error when the server does not support ranges. [UP9] */
export async function openRanged(
  upstream: UpstreamClient,
  { url, headers = {}, signal, maxBytes }: RangedSource,
): Promise<RangedBody> {
  const chunks = new Map<number, Promise<Uint8Array>>();
  let loaded = 0;

  async function load(index: number): Promise<{ readonly bytes: Uint8Array; readonly answer: UpstreamAnswer }> {
    const start = index * chunkBytes;
    const range = `bytes=${start}-${start + chunkBytes - 1}`;
    const answer = await upstream.open({ url, headers, conditions: { range }, signal });
    try {
      const first = /^bytes (\d+)-/.exec(answer.headers['content-range'] ?? '')?.[1];
      if (answer.status !== 206 || Number(first) !== start) throw new Error('the server gives no such range');
      const bytes = await readAll(answer, chunkBytes);
      loaded += bytes.length;
      if (loaded > maxBytes) throw new Error('more would have to be read than may be');
      return { bytes, answer };
    } finally {
      answer.body.destroy();
    }
  }

  const { bytes, answer } = await load(0);
  const size = Number(/\/(\d+)$/.exec(answer.headers['content-range'] ?? '')?.[1] ?? 'unknown');
  if (!Number.isSafeInteger(size)) throw new Error('the server does not say how long the body is');
  chunks.set(0, Promise.resolve(bytes));
  const versionOf = ({ headers: told }: UpstreamAnswer) => `${told.etag} ${told['last-modified']}`;

  const chunkAt = (index: number): Promise<Uint8Array> => {
    const known = chunks.get(index);
    if (known) return known;
    const chunk = load(index).then((loading) => {
      if (versionOf(loading.answer) !== versionOf(answer)) throw new Error('the body has changed meanwhile');
      return loading.bytes;
    });
    chunks.set(index, chunk);
    return chunk;
  };

  return {
    size,
    contentType: answer.headers['content-type'],
    async read(start, end) {
      if (end - start > maxBytes) throw new Error('more would have to be read than may be');
      const whole = new Uint8Array(end - start);
      for (let place = start; place < end; ) {
        const index = Math.floor(place / chunkBytes);
        const chunk = await chunkAt(index);
        const part = chunk.subarray(place - index * chunkBytes, end - index * chunkBytes);
        if (part.length === 0) throw new Error('the body is shorter than it was');
        whole.set(part, place - start);
        place += part.length;
      }
      return whole;
    },
  };
}

/** The whole body, at most `maxBytes`. @throws Error for a larger one, UpstreamFailed when it breaks off. */
export function readAll({ body }: Pick<UpstreamAnswer, 'body'>, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let length = 0;
    body.on('data', (part: Buffer) => {
      length += part.length;
      parts.push(part);
      if (length > maxBytes) reject(new Error('the body is too long'));
    });
    body.once('error', reject);
    body.once('close', () => reject(new Error('the body broke off')));
    body.once('end', () => resolve(Buffer.concat(parts)));
  });
}
