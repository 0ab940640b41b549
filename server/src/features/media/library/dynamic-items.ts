import { createHash } from 'node:crypto';
import { clone, fromJson, type JsonValue, toJson } from '@bufbuild/protobuf';
import { type DynamicTarget, DynamicTargetSchema } from '@matinee/contract/gen/service/provider/dynamic_target_pb.ts';
import { type MediaSource, MediaSourceSchema } from '@matinee/contract/gen/service/provider/media_source_pb.ts';
import type { PageCursors } from '../../../kernel/signing/page-cursors.ts';
import { libraryErrors } from './library.errors.ts';

/** An entry of a dynamic playlist. */
export interface DynamicItem {
  readonly playlistId: string;
  /**
   * The digest of the playlist's target. If the target has changed since, the entry no longer belongs to the playlist.
   */
  readonly digest: string;
  /** The entry's folder. */
  readonly folder: string;
  readonly name: string;
  readonly durationSeconds: number | null;
  readonly source: MediaSource;
}

export function readTarget(stored: JsonValue): DynamicTarget {
  return fromJson(DynamicTargetSchema, stored, { ignoreUnknownFields: true });
}

export function storeTarget(target: DynamicTarget): string {
  return JSON.stringify(toJson(DynamicTargetSchema, target));
}

/** Short name of a playlist's target. */
export function digestOf(stored: JsonValue): string {
  return createHash('sha256').update(JSON.stringify(stored)).digest('base64url').slice(0, 12);
}

/** Identifies an entry within its room, regardless of who may watch the film. */
export function hashOf({ playlistId, source }: Pick<DynamicItem, 'playlistId' | 'source'>): string {
  const unshared = clone(MediaSourceSchema, source);
  Object.assign(unshared.source.value ?? {}, { isShared: false });
  const named = `${playlistId} ${JSON.stringify(toJson(MediaSourceSchema, unshared))}`;
  return createHash('sha256').update(named).digest('hex').slice(0, 32);
}

/**
 * Encrypts the names of entries and folders for clients. Only this server can make them, so clients cannot reach
 * anything outside the playlist. [LI17]
 */
export function makeDynamicNames(cursors: PageCursors) {
  const itemScope = (roomId: string) => ['dynamic item', roomId];
  return {
    sealItem(roomId: string, { playlistId, digest, folder, name, durationSeconds, source }: DynamicItem): string {
      const stored = toJson(MediaSourceSchema, source);
      const place = JSON.stringify([playlistId, digest, folder, name, durationSeconds, stored]);
      return cursors.seal(itemScope(roomId), place);
    },
    /** @throws AppError `library.invalid_target`. */
    openItem(roomId: string, target: string): DynamicItem {
      const opened = cursors.open(itemScope(roomId), target);
      if (opened === undefined) throw libraryErrors.invalid_target();
      const [playlistId, digest, folder, name, durationSeconds, source] = JSON.parse(opened) as [
        string,
        string,
        string,
        string,
        number | null,
        JsonValue,
      ];
      return { playlistId, digest, folder, name, durationSeconds, source: fromJson(MediaSourceSchema, source) };
    },
    sealFolder: (scope: readonly string[], folder: string) => cursors.seal(['dynamic folder', ...scope], folder),
    /** @throws AppError `library.invalid_target`. */
    openFolder(scope: readonly string[], sealed: string): string {
      const folder = cursors.open(['dynamic folder', ...scope], sealed);
      if (folder === undefined) throw libraryErrors.invalid_target();
      return folder;
    },
  };
}

export type DynamicNames = ReturnType<typeof makeDynamicNames>;
