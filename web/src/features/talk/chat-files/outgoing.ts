import type { ChatAttachmentReference } from '@matinee/contract/gen/api.ts';
import type { Store } from '../../../client/store.ts';
import type { UploadPhase } from '../../shared/uploads/upload.port.ts';

/** What a voice message has beside its sound. */
export interface VoiceFacts {
  readonly durationSeconds: number;
  /** How loud it is from beginning to end, a byte for each moment, in base64. */
  readonly waveform: string;
}

/** A file that somebody chose, and what it is declared as. */
export interface ChosenFile {
  readonly id: string;
  readonly file: File;
  readonly type: string;
  readonly voice?: VoiceFacts | undefined;
}

/** A file on its way into a message, as it is shown. */
export interface FileView {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly sizeBytes: number;
  /** Address of the bytes in this page; empty: nothing shows them. */
  readonly preview: string;
  readonly voice: VoiceFacts | undefined;
  /** `queued`: others go first. `there`: the server has it. */
  readonly phase: UploadPhase | 'queued' | 'there' | 'failed';
  readonly sentBytes: number;
  /** Why it failed. */
  readonly error: unknown;
}

/** The files of a message that has been sent, or is about to be. */
export interface OutgoingFiles {
  readonly views: Store<readonly FileView[]>;
  /** What is kept in the browser until the message is sent. */
  readonly chosen: readonly ChosenFile[];
  /** Waits until the server has all of them; what failed is uploaded again. @throws what one of them fails with */
  references(): Promise<readonly ChatAttachmentReference[]>;
  /** The server has forgotten what was uploaded: the next `references` uploads it anew. */
  forget(): void;
  discard(): void;
}
