import type { Clock } from '../../../../kernel/clock.ts';
import type { Ids } from '../../../../kernel/ids.ts';
import type { Log } from '../../../../kernel/log.ts';
import type { AtOnce } from '../../../../kernel/queues/at-once.ts';
import type { Random } from '../../../../kernel/random.ts';
import type { SettingValues } from '../../../../kernel/settings/settings.ts';
import type { Database } from '../../../../store/database.ts';
import type { FileBackend, OpenBlob } from '../backends/file-backend.ts';
import { partsOf } from '../content/plan.ts';
import type { filesSettings } from '../files.settings.ts';
import type { UploadRow } from '../files.store.ts';
import type { FileKindName } from '../kinds.ts';
import type { Stripping, Variants } from '../pictures/picture-work.ts';
import type { FileTokens } from '../tokens.ts';

/** The backends, by kind of files and by name. */
export interface Backends {
  /** The backend for new files of a kind. */
  of(kind: { readonly name: FileKindName }): FileBackend;
  /** @throws Error for a backend that is no longer configured. */
  named(name: string): FileBackend;
}

export interface UploadParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: Random;
  readonly log: Log;
  readonly settings: SettingValues<typeof filesSettings>;
  readonly tokens: FileTokens;
  readonly backends: Backends;
  readonly stripping: Stripping;
  readonly variants: Variants;
  readonly partsAtOnce: AtOnce;
}

/** How long an upload waits for its next part, and how long a completed one keeps its answer, in milliseconds. */
export const uploadLifeMs = 15 * 60_000;

/** The upload, in the backend's form. */
export function blobOf(upload: UploadRow): OpenBlob {
  return {
    location: upload.location,
    mimeType: upload.mime_type,
    sizeBytes: upload.size_bytes,
    parts: partsOf(upload.size_bytes, upload.part_size_bytes, upload.part_sha256),
    handle: upload.handle,
  };
}
