import type { FileUploadPlanPart, FileUploadSession } from '@matinee/contract/gen/api.ts';
import { ApiError } from '../../../client/calls/api-error.ts';
import { isPassing, type Patience, pauseMs } from './patience.ts';
import type { SendPart } from './send-part.ts';

/** Number of parts that are sent at once. */
export const mostPartsAtOnce = 3;
/** After this many rounds in which no part arrives although the server answers, its store counts as unreachable. */
const mostFruitless = 5;

export interface PartsToSend {
  readonly bytes: Blob;
  readonly first: FileUploadSession;
  /** Asks for the session again, with the parts that arrived and new addresses. */
  readonly begin: () => Promise<FileUploadSession>;
  readonly patience: Patience;
  readonly send: SendPart;
  /** Called with the number of bytes that arrived or are sent. */
  readonly onSent: (bytes: number) => void;
}

/** The session that has all parts, and the ETag of each. */
export interface SentParts {
  readonly session: FileUploadSession;
  readonly etags: ReadonlyMap<number, string>;
}

/**
 * Sends the missing parts in rounds. After a part fails for a reason that passes, the session says which parts arrived
 * and where the rest goes. @throws ApiError `files.storage_unavailable` when the server answers but nothing arrives
 * [WUL2] [WUL3]
 */
export async function sendParts(work: PartsToSend): Promise<SentParts> {
  const { begin, patience } = work;
  let session = work.first;
  for (let fruitless = 0; ; ) {
    const before = session.uploaded_parts.length;
    const round = await sendMissing(work, session);
    if (round.failure === undefined && round.unnamed === 0) return { session, etags: round.etags };
    if (round.failure !== undefined) {
      patience.onWaiting(true);
      const { retryAfterSeconds = 0 } = round.failure;
      await patience.wait(Math.max(pauseMs(fruitless + 1), retryAfterSeconds * 1_000), patience.signal);
    }
    session = await begin();
    if (session.ownership_proof_required) return { session, etags: new Map() };
    fruitless = session.uploaded_parts.length > before ? 0 : fruitless + 1;
    if (fruitless === mostFruitless) throw unavailable();
  }
}

interface Round {
  readonly etags: ReadonlyMap<number, string>;
  /** Number of uploaded parts whose ETag the server hides from pages. */
  readonly unnamed: number;
  readonly failure: ApiError | undefined;
}

async function sendMissing(work: PartsToSend, session: FileUploadSession): Promise<Round> {
  const { bytes, patience, send, onSent } = work;
  const etags = new Map(session.uploaded_parts.map(({ part_number, etag }) => [part_number, etag]));
  const missing = (session.plan?.parts ?? []).filter(({ part_number }) => !etags.has(part_number));
  const sent = new Map<number, number>();
  const arrived = session.uploaded_parts.reduce((sum, { size_bytes }) => sum + size_bytes, 0);
  const tell = () => onSent(Math.min(bytes.size, arrived + [...sent.values()].reduce((sum, count) => sum + count, 0)));
  tell();
  let failure: ApiError | undefined;
  let unnamed = 0;

  async function sendOne(part: FileUploadPlanPart): Promise<void> {
    const { part_number: number, offset_bytes, size_bytes } = part;
    const onPartSent = (count: number) => {
      sent.set(number, count);
      tell();
    };
    const body = bytes.slice(offset_bytes, offset_bytes + size_bytes);
    const address = addressOf(session, part, bytes.size);
    const etag = await send({ ...address, body, signal: patience.signal, onSent: onPartSent });
    if (etag === undefined) unnamed += 1;
    else etags.set(number, etag);
    onPartSent(size_bytes);
  }

  async function sendNext(): Promise<void> {
    for (let part = missing.shift(); part && failure === undefined; part = missing.shift()) {
      const { offset_bytes: start } = part;
      try {
        await sendOne(part);
      } catch (error) {
        if (!mayPass(error, session)) throw error;
        await requireReadable(bytes.slice(start, start + 1));
        failure = error;
      }
    }
  }
  await Promise.all(Array.from({ length: mostPartsAtOnce }, sendNext));
  return { etags, unnamed, failure };
}

/** An object store refuses expired addresses; the next round has new ones. */
function mayPass(error: unknown, { part_urls }: FileUploadSession): error is ApiError {
  return isPassing(error) || (part_urls.length > 0 && error instanceof ApiError && error.status === 403);
}

function addressOf(session: FileUploadSession, part: FileUploadPlanPart, total: number) {
  const signed = session.part_urls.find(({ part_number }) => part_number === part.part_number);
  if (signed) return { url: signed.url, headers: signed.headers };
  const { offset_bytes: start, size_bytes } = part;
  return {
    url: session.upload_url ?? '',
    headers: { 'content-range': `bytes ${start}-${start + size_bytes - 1}/${total}` },
  };
}

/** Browsers report an unreadable file like a lost network: this distinguishes them. */
async function requireReadable(byte: Blob): Promise<void> {
  try {
    await byte.arrayBuffer();
  } catch {
    throw new ApiError({ status: 0, code: 'files.unreadable', message: 'The file cannot be read.', requestId: '' });
  }
}

function unavailable(): ApiError {
  const message = 'The store of the files cannot be reached.';
  return new ApiError({ status: 503, code: 'files.storage_unavailable', message, requestId: '' });
}
