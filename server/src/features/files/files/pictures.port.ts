import type { JsonValue, MessageInitShape } from '@bufbuild/protobuf';
import type { UserAvatarSchema } from '@matinee/contract/gen/service/client/pictures_pb.ts';
import type { Tx } from '../../../store/database.ts';
import { fileKinds, type ObjectKindName, objectPath } from './kinds.ts';
import { planVariants } from './pictures/variant-plan.ts';

/**
 * A picture of a person, room, playlist or item, stored in their row: readers of the row can show it without a further
 * request. No field is derived from the server's secret, so it stays valid when the secret changes.
 */
export interface ShownPicture {
  readonly id: string;
  readonly kind: ObjectKindName;
  /** Grants read access to the picture. */
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

/** The picture field of a message, from a column of any table; empty if there is no picture. */
export function pictureField<N extends string>(name: N, stored: unknown): { [K in N]?: PictureFields } {
  return (stored ? { [name]: toPicture(stored as ShownPicture) } : {}) as { [K in N]?: PictureFields };
}

/** The picture as a column stores it. */
export function storedPicture(picture: ShownPicture | null): string | null {
  return picture === null ? null : JSON.stringify(picture satisfies Record<keyof ShownPicture, JsonValue>);
}

/**
 * @returns the picture that replaces `before`: a completed upload, which is then used up; `before` itself if it is
 * chosen again; or null for none. Storing the result frees `before`. @throws AppError `files.picture_not_found`.
 */
export type ChoosePicture = (tx: Tx, before: ShownPicture | null) => Promise<ShownPicture | null>;
