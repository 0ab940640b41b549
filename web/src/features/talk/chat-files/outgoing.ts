import type { ChatAttachmentReference } from '@matinee/contract/gen/api.ts';
import type { Store } from '../../../client/store.ts';
import type { UploadPhase } from '../../shared/uploads/upload.port.ts';

/** The fields sent with the sound of a voice message. */
export interface VoiceFacts {
  readonly durationSeconds: number;
  /** Its loudness from beginning to end, a byte for each moment, in base64. */
  readonly waveform: string;
}

/** A chosen file, with the type that it is declared as. */
export interface ChosenFile {
  readonly id: string;
  readonly file: File;
  readonly type: string;
  readonly voice?: VoiceFacts | undefined;
}

/** A file on its way into a message, as the page shows it. */
export interface FileView {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly sizeBytes: number;
  /** Address of the bytes in this page; empty: there is no preview. */
  readonly preview: string;
  readonly voice: VoiceFacts | undefined;
  /** `queued`: others go first. `there`: the server has it. */
  readonly phase: UploadPhase | 'queued' | 'there' | 'failed';
  readonly sentBytes: number;
  /** Why it failed. */
  readonly error: unknown;
}

/** The files of a message that is sent, or about to be. */
export interface OutgoingFiles {
  readonly views: Store<readonly FileView[]>;
  /** The files that the browser keeps until the message is sent. */
  readonly chosen: readonly ChosenFile[];
  /** Waits until the server has all of them. Failed ones are uploaded again. @throws the error of one of them */
  references(): Promise<readonly ChatAttachmentReference[]>;
  /** Called when the server has forgotten the uploads: the next `references` uploads them again. */
  forget(): void;
  discard(): void;
}
