import type { JsonValue, MessageInitShape } from '@bufbuild/protobuf';
import type { UserAvatarSchema } from '@matinee/contract/gen/service/client/pictures_pb.ts';
import type { Tx } from '../../../store/database.ts';
import { type FileKindName, fileKinds, objectPath } from './kinds.ts';
import { planVariants } from './pictures/variant-plan.ts';

/**
 * A picture of a person, room, playlist or item, as it is stored with them: whoever reads them can show it without asking for more.
 * Nothing of it is worked out from the server's secret, so it outlives a change of that.
 */
export interface ShownPicture {
  readonly id: string;
  readonly kind: FileKindName;
  /** Whoever has it reads the picture. */
  readonly key: string;
  readonly mimeType: string;
  readonly width: number;
  readonly height: number;
  /** In base64. */
  readonly thumbhash: string;
  readonly frames: number;
}

/** `UserAvatar`, `ResourceCover` and `MediaCover` have the same fields. */
type PictureFields = Omit<MessageInitShape<typeof UserAvatarSchema>, '$typeName' | '$unknown'>;

/** The stored picture as clients see it. */
export function toPicture(stored: ShownPicture): PictureFields {
  const { id, kind, key, mimeType, width, height, thumbhash, frames } = stored;
  const { ladder } = fileKinds[kind];
  const url = `${objectPath(fileKinds[kind], id)}?token=${key}`;
  return {
    url,
    mimeType,
    width,
    height,
    thumbhash: Buffer.from(thumbhash, 'base64'),
    animated: frames > 1,
    variants: planVariants(ladder, stored).map((variant) => ({
      url: `${url}&variant=${variant.name}`,
      mimeType: variant.type,
      width: variant.width,
      height: variant.height,
    })),
  };
}

/** The field of a message, from a column of any table; nothing where there is no picture. */
export function pictureField<N extends string>(name: N, stored: unknown): { [K in N]?: PictureFields } {
  return (stored ? { [name]: toPicture(stored as ShownPicture) } : {}) as { [K in N]?: PictureFields };
}

/** For a column. */
export function storedPicture(picture: ShownPicture | null): string | null {
  return picture === null ? null : JSON.stringify(picture satisfies Record<keyof ShownPicture, JsonValue>);
}

/**
 * Gives what is to be shown from now on in the place of `before`: a completed upload, which nothing else takes, `before` itself where
 * the same is chosen again, or null for nothing. Whoever stores it frees `before` by that. @throws AppError `files.picture_not_found`.
 */
export type ChoosePicture = (tx: Tx, before: ShownPicture | null) => Promise<ShownPicture | null>;
