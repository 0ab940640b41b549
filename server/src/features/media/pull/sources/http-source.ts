/** Live streams over HTTP: FLV, and MPEG-TS through ffmpeg. The guarded client connects. [LV4] */
import type { Readable } from 'node:stream';
import { FlvReader, isFlv } from '../../../../drivers/muxing/flv-reader.ts';
import type { UpstreamAnswer, UpstreamClient } from '../../../../drivers/upstream/upstream.ts';
import { UpstreamFailed } from '../../../../drivers/upstream/upstream-failed.ts';
import type { Intake } from './intake.ts';
import { PullFailed, type PullFault } from './pull-failed.ts';

/** Each packet of MPEG-TS begins with this byte (ISO/IEC 13818-1, section 2.4.3.3). */
const tsSync = 0x47;
const tsPacketBytes = 188;

export interface HttpParts {
  readonly upstream: UpstreamClient;
  /** Reads MPEG-TS as FLV until it ends. Undefined: there is no ffmpeg. */
  readonly readTs: ((body: Readable) => Promise<void>) | undefined;
}

/** Reads until the source ends. @throws PullFailed */
export async function pullHttp({ upstream, readTs }: HttpParts, address: URL, intake: Intake, signal: AbortSignal) {
  const { url, headers } = withoutAccount(address);
  const answer = await upstream.open({ url, headers, signal }).catch((cause: unknown) => {
    throw faultOf(cause);
  });
  try {
    checkStatus(answer);
    await readBody(answer.body, readTs, intake, signal);
  } catch (cause) {
    throw faultOf(cause);
  } finally {
    answer.body.destroy();
  }
}

/** The account is sent in a header, to the origin of the address only. */
function withoutAccount(address: URL): { readonly url: string; readonly headers: Readonly<Record<string, string>> } {
  const bare = new URL(address);
  const [user, password] = [bare.username, bare.password].map(decodeURIComponent);
  bare.username = '';
  bare.password = '';
  const account = Buffer.from(`${user}:${password}`).toString('base64');
  return { url: bare.href, headers: user || password ? { authorization: `Basic ${account}` } : {} };
}

function checkStatus({ status }: UpstreamAnswer): void {
  if (status === 401 || status === 403) throw new PullFailed('refused');
  if (status === 404 || status === 410) throw new PullFailed('not_found');
  if (status !== 200) throw new PullFailed('unreachable', new Error(`status ${status}`));
}

/** Detects the format by the first bytes: content types are often wrong. */
async function readBody(body: Readable, readTs: HttpParts['readTs'], intake: Intake, signal: AbortSignal) {
  const first = await readFirst(body, signal);
  if (isFlv(first)) {
    const reader = new FlvReader(intake.take);
    reader.push(first);
    for await (const piece of body as AsyncIterable<Buffer>) {
      reader.push(piece);
      await intake.pace(piece.length);
    }
    return;
  }
  const isTs = first[0] === tsSync && (first.length <= tsPacketBytes || first[tsPacketBytes] === tsSync);
  if (!isTs) throw new PullFailed('not_live');
  if (!readTs) throw new PullFailed('no_ffmpeg');
  body.unshift(first);
  await readTs(body);
}

/** At least four bytes. @throws PullFailed `not_live` for a shorter body. */
async function readFirst(body: Readable, signal: AbortSignal): Promise<Buffer> {
  let first = Buffer.alloc(0);
  while (first.length < 4) {
    const piece = await nextPiece(body, signal);
    if (piece === undefined) throw new PullFailed('not_live');
    first = Buffer.concat([first, piece]);
  }
  return first;
}

/** Undefined: the body has ended. Keeps the body open, unlike leaving a loop over it. */
function nextPiece(body: Readable, signal: AbortSignal): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const piece = body.read() as Buffer | null;
      if (piece !== null) done(() => resolve(piece));
      else if (body.readableEnded) done(() => resolve(undefined));
    };
    const onEnd = () => done(() => resolve(undefined));
    const onError = (cause: Error) => done(() => reject(cause));
    const onAbort = () => done(() => reject(signal.reason as Error));
    function done(settle: () => void) {
      body.off('readable', look).off('end', onEnd).off('error', onError);
      signal.removeEventListener('abort', onAbort);
      settle();
    }
    if (signal.aborted) return reject(signal.reason as Error);
    signal.addEventListener('abort', onAbort);
    body.on('readable', look).on('end', onEnd).on('error', onError);
    look();
  });
}

function faultOf(cause: unknown): unknown {
  if (!(cause instanceof UpstreamFailed)) return cause;
  const faults: Readonly<Partial<Record<UpstreamFailed['reason'], PullFault>>> = {
    private: 'private_network',
    silent: 'silent',
    slow: 'silent',
    headers: 'refused',
  };
  return new PullFailed(faults[cause.reason] ?? 'unreachable', cause);
}
