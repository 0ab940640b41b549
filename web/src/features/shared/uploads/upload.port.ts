import type {
  CompleteFileUploadRequest,
  CompleteFileUploadResponse,
  FileUploadManifestPart,
  FileUploadSession,
} from '@matinee/contract/gen/api.ts';
import { ApiError } from '../../../client/calls/api-error.ts';
import { digestParts, proofOf } from './digests.ts';
import { type Patience, patiently, type Wait, waitInPage } from './patience.ts';
import { type SendPart, sendPart } from './send-part.ts';
import { sendParts } from './send-parts.ts';

/** A file to upload. */
export interface UploadSource {
  readonly bytes: Blob;
  readonly name: string;
  /** Media type of the content, as reported to the server. */
  readonly type: string;
}

/** The fields of every request for an upload session. The caller adds the purpose. */
export interface UploadFields {
  readonly file_name: string;
  readonly mime_type: string;
  readonly size_bytes: number;
  readonly parts: readonly FileUploadManifestPart[];
}

/** The two calls for a kind of file. Everything between them is the same for all kinds. */
export interface UploadCalls {
  readonly create: (fields: UploadFields) => Promise<FileUploadSession>;
  readonly complete: (request: CompleteFileUploadRequest) => Promise<CompleteFileUploadResponse>;
}

/**
 * `preparing`: the page computes digests. `waiting`: for the network. `finishing`: all parts arrived, and the server
 * checks the file.
 */
export type UploadPhase = 'preparing' | 'sending' | 'waiting' | 'finishing';

export interface UploadProgress {
  readonly phase: UploadPhase;
  readonly sentBytes: number;
}

/** The network and the clock of an upload; tests replace them. */
export interface UploadMeans {
  readonly sendPart: SendPart;
  readonly wait: Wait;
}

export interface UploadOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: UploadProgress) => void;
  readonly means?: UploadMeans;
}

/** Maximum number of times an upload starts over because the server has lost its session. */
const mostBeginnings = 3;
/**
 * Error codes after which an upload starts again: its session is over, or another upload completed or freed the same
 * bytes.
 */
const overCodes: readonly string[] = [
  'files.upload_not_found',
  'files.upload_expired',
  'files.upload_completed',
  'files.invalid_token',
  'files.part_missing',
];

/**
 * Uploads a file to the end, through lost networks and restarts of the server. Parts that the server has are not sent
 * again, even if an earlier page sent them. @throws ApiError with the server's reason; the reason of `signal` when that
 * ends it. [WUL1]–[WUL6]
 */
export async function uploadFile(
  source: UploadSource,
  calls: UploadCalls,
  { signal, onProgress = () => {}, means = { sendPart, wait: waitInPage } }: UploadOptions,
): Promise<CompleteFileUploadResponse> {
  let progress: UploadProgress = { phase: 'preparing', sentBytes: 0 };
  const tell = (next: Partial<UploadProgress>) => {
    progress = { ...progress, ...next };
    onProgress(progress);
  };
  let before: UploadPhase = 'preparing';
  const onWaiting = (isWaiting: boolean) => {
    if (progress.phase !== 'waiting') before = progress.phase;
    tell({ phase: isWaiting ? 'waiting' : before });
  };
  const patience: Patience = { signal, wait: means.wait, onWaiting };
  tell({});
  const fields = { file_name: source.name, mime_type: source.type, size_bytes: source.bytes.size };
  const { plan } = await patiently(patience, () => calls.create({ ...fields, parts: [] }));
  const manifest = await readable(digestParts(source.bytes, plan?.parts ?? [], signal));
  const begin = () => patiently(patience, () => calls.create({ ...fields, parts: manifest }));
  const work: Work = { source, calls, patience, manifest, begin, tell, send: means.sendPart };
  for (let begun = 1; ; begun += 1) {
    try {
      return await uploadOnce(work);
    } catch (error) {
      if (!(error instanceof ApiError) || !overCodes.includes(error.code) || begun === mostBeginnings) throw error;
    }
  }
}

interface Work {
  readonly source: UploadSource;
  readonly calls: UploadCalls;
  readonly patience: Patience;
  readonly manifest: readonly FileUploadManifestPart[];
  readonly begin: () => Promise<FileUploadSession>;
  readonly tell: (next: Partial<UploadProgress>) => void;
  readonly send: SendPart;
}

async function uploadOnce({ source, calls, patience, manifest, begin, tell, send }: Work) {
  const first = await begin();
  const isThere = first.ownership_proof_required;
  tell({ phase: isThere ? 'finishing' : 'sending', sentBytes: isThere ? source.bytes.size : 0 });
  const { session, etags } = isThere
    ? { session: first, etags: new Map<number, string>() }
    : await sendParts({
        ...{ bytes: source.bytes, first, begin, patience, send },
        onSent: (sentBytes) => tell({ phase: 'sending', sentBytes }),
      });
  tell({ phase: 'finishing', sentBytes: source.bytes.size });
  const challenge = {
    nonce: session.ownership_proof_nonce,
    manifestSha256: session.content_manifest_sha256,
    ranges: session.ownership_proof_ranges,
  };
  const id = referenceIn(session);
  const request: CompleteFileUploadRequest = {
    encoded_object_key: id,
    file_id: id,
    token: session.upload_token,
    upload_id: session.upload_id,
    ownership_proof: session.ownership_proof_required ? await readable(proofOf(source.bytes, challenge)) : '',
    parts: session.ownership_proof_required
      ? []
      : manifest.map((part) => ({ ...part, etag: etags.get(part.part_number) ?? '' })),
  };
  return patiently(patience, () => calls.complete(request));
}

function referenceIn(session: FileUploadSession): string {
  const { attachment_reference, avatar_reference, cover_reference, thumbnail_reference } = session;
  return (attachment_reference ?? avatar_reference ?? cover_reference ?? thumbnail_reference)?.id ?? '';
}

/** Rejects with `files.unreadable` for a file that was changed, moved or deleted after it was chosen. */
async function readable<T>(reading: Promise<T>): Promise<T> {
  return reading.catch((cause: unknown) => {
    const isGone = cause instanceof DOMException && cause.name !== 'AbortError';
    throw isGone ? new ApiError({ status: 0, code: 'files.unreadable', message: cause.message, requestId: '' }) : cause;
  });
}
