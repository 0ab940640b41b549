import { UrlSource } from 'mediabunny';
import { LostPictures } from './lost-pictures.ts';
import { makeTransportMending } from './mend-transport.ts';
import type { Failure } from './messages.ts';

/** Most bytes of the film that are kept in memory, besides those that are being muxed. */
const maxCacheBytes = 24 * 2 ** 20;
/** The tracks of a film must be known after reading this many bytes. The index of a long MP4 has a tenth of them. */
const maxOpeningBytes = 48 * 2 ** 20;
/** While a film plays, a lost connection is tried again this often, later each time; then the person is told. */
const mostRetries = 5;

/** The reading of a film has failed. */
export class ReadFailure extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.reason);
    this.failure = failure;
  }
}

/** The bytes of a film, by ranges. */
export interface ByteSource {
  readonly source: UrlSource;
  /** Pictures of which bytes are missing in what was read so far. */
  readonly lost: LostPictures;
  /** Reads from this address from now on. It has a newer signature. */
  readonly setUrl: (url: string) => void;
  /** From now on reading has no limit, and lost connections are tried again. */
  readonly setOpened: () => void;
  /** Why reading has failed; undefined: it has not. */
  readonly failure: () => Failure | undefined;
}

/** Reads from `first`. Calls `onBytes` whenever bytes have come. */
export function makeByteSource(first: string, onBytes: () => void): ByteSource {
  let url = first;
  let isOpened = false;
  let opening = 0;
  let failure: Failure | undefined;
  const lost = new LostPictures();
  const mendFrom = makeTransportMending(lost);

  function give(reason: Failure['reason'], status = 0): never {
    failure = { reason, status };
    throw new ReadFailure(failure);
  }

  async function load(_: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const answer = await fetch(url, { ...init, credentials: 'omit' });
    if (answer.status === 206 && answer.body) {
      return new Response(answer.body.pipeThrough(mendFrom(startOf(init))).pipeThrough(counter()), answer);
    }
    void answer.body?.cancel().catch(() => undefined);
    // 416: there is no first byte.
    if (answer.status === 416) give('format');
    if (answer.ok) give('unranged', answer.status);
    return give('network', answer.status);
  }

  function counter(): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
    return new TransformStream({
      transform(bytes, controller) {
        if (!isOpened) opening += bytes.length;
        if (opening > maxOpeningBytes) give('format');
        onBytes();
        controller.enqueue(bytes);
      },
    });
  }

  const source = new UrlSource(new URL(first, location.href), {
    maxCacheSize: maxCacheBytes,
    fetchFn: load,
    getRetryDelay(attempts, error) {
      if (error instanceof ReadFailure) return null;
      if (isOpened && attempts <= mostRetries) return 2 ** (attempts - 1);
      failure = { reason: 'network', status: 0 };
      return null;
    },
    handleUnhandledError: () => undefined,
  });
  return {
    source,
    lost,
    setUrl(next) {
      url = next;
    },
    setOpened() {
      isOpened = true;
      opening = 0;
    },
    failure: () => failure,
  };
}

/** The first byte that a request asks for. */
function startOf(init: RequestInit | undefined): number {
  const range = new Headers(init?.headers).get('range') ?? '';
  return Number(/^bytes=(\d+)-/.exec(range)?.[1] ?? 0);
}
