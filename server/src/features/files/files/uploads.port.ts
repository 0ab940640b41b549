import type { MessageInitShape } from '@bufbuild/protobuf';
import type {
  CompleteFileUploadRequest,
  FileUploadManifestPart,
  FileUploadSessionSchema,
} from '@matinee/contract/gen/service/client/files_pb.ts';
import type { Principal } from '../../../kernel/call.ts';
import type { ChoosePicture } from './pictures.port.ts';

/** The fields of every request for an upload. */
export interface UploadRequest {
  readonly fileName: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
  readonly parts: readonly FileUploadManifestPart[];
  readonly durationSeconds?: number | undefined;
  readonly waveform?: Uint8Array | undefined;
}

/** A session without the upload's reference, whose name depends on the kind. */
export type SessionFields = Exclude<MessageInitShape<typeof FileUploadSessionSchema>, { $typeName: string }>;

/** A started upload, or the plan of one. */
export interface Begun {
  /** Undefined: the client requested only the plan. */
  readonly id: string | undefined;
  readonly session: SessionFields;
}

/** The purpose of an upload. */
export interface Target {
  readonly room_id: string | null;
  readonly playlist_id: string | null;
  readonly media_id: string | null;
}

export type PictureKind = 'user_avatar' | 'room_cover' | 'playlist_cover' | 'media_cover' | 'media_thumbnail';

/** The owner of a picture, and its subject. */
export interface PictureOf {
  readonly kind: PictureKind;
  readonly ownerId: string;
  readonly target: Target;
}

/** Uploads of pictures, for the features that show them. [FI55]–[FI59] */
export interface PictureUploads {
  /** @throws the AppErrors of every upload. */
  begin(of: PictureOf, request: UploadRequest): Promise<Begun>;
  /** @returns the id of the file. @throws the AppErrors of every upload. */
  complete(kind: PictureKind, request: CompleteFileUploadRequest, principal: Principal): Promise<string>;
  /** Chooses a completed upload. The current picture may be chosen again. `id` is empty for no picture. */
  choose(of: PictureOf, id?: string): ChoosePicture;
}
