import type { MessageInitShape } from '@bufbuild/protobuf';
import type { PlaybackSchema } from '@matinee/contract/gen/service/client/playback_pb.ts';
import type { UserRole } from '@matinee/contract/gen/service/client/users_pb.ts';
import type { DynamicTarget } from '@matinee/contract/gen/service/provider/dynamic_target_pb.ts';
import type { FolderKind } from '@matinee/contract/gen/service/provider/folder_kind_pb.ts';
import type { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import type {
  MediaSource,
  PlaybackProfile,
  ProxyMode,
} from '@matinee/contract/gen/service/provider/media_source_pb.ts';
import type { FieldViolation } from '@matinee/contract/reasons.ts';
import type { CommentTalk } from '../../../providers/live-comments.ts';
import type { ListedFolder } from '../../../providers/provider.ts';
import type { MediaItem } from '../library/library.port.ts';
import type { Viewer } from '../proxy/proxy.port.ts';
import type { OfferSwarm } from '../swarms/offers.port.ts';

export type PlaybackInit = Exclude<MessageInitShape<typeof PlaybackSchema>, { $typeName: string }>;

/** A source as stored by the library. */
export interface StoredSource {
  /** The part that every member of the room may read. */
  readonly source: MediaSource;
  /** The server-only part, encrypted for this item; null: nothing. */
  readonly sealedSecrets: string | null;
}

/** A viewer's loading preference, and the abilities of their player. */
export interface PlaybackWishes {
  readonly proxyMode: ProxyMode;
  readonly profile: PlaybackProfile | undefined;
  /** Names the swarm of a media; undefined: this viewer does not exchange segments. */
  readonly offerSwarm?: OfferSwarm | undefined;
}

/** Queries about media sources for other features. */
export interface Sources {
  /** Faults of a source that this user adds. */
  check(source: MediaSource, userId: string): Promise<readonly FieldViolation[]>;
  /**
   * Path of an item's small picture; the item may have none. Empty: the provider with this name has no pictures at all,
   * and the item is not a channel with one.
   */
  coverOf(item: {
    readonly roomId: string;
    readonly mediaId: string;
    readonly sourceVersion: number;
    readonly provider: string;
    readonly source: MediaSource;
  }): string;
  /** The provider of a source, and the account that loads it. The account must belong to the item's adder. */
  originOf(source: MediaSource): { readonly provider: string; readonly accountId: string | undefined };
  /**
   * The name of a new item. If `given` is empty or only derived from the link, the site's name is used if the site
   * responds soon.
   */
  findName(source: MediaSource, given: string): Promise<string>;
  /**
   * Extracts the secrets of a source. `before` has the secrets of the replaced source: an empty secret keeps its
   * earlier value.
   */
  store(mediaId: string, source: MediaSource, before?: string | null): StoredSource;
  /**
   * Receives the live comments of an item's site, with its credentials. Undefined: there are none, or the item is for
   * its adder alone. The function throws AppError when upstream does not respond.
   */
  liveComments(item: MediaItem): (() => Promise<CommentTalk>) | undefined;
  /**
   * An item's playback, as far as it is known without a request to upstream. The same for every viewer, and not signed.
   */
  outline(roomId: string, item: MediaItem): PlaybackInit;
  /** An item's playback for one viewer, with addresses signed for that viewer. */
  resolve(roomId: string, item: MediaItem, viewer: Viewer, wishes: PlaybackWishes): Promise<PlaybackInit>;
}

/** A query for the entries of a folder. */
export interface FolderQuery {
  /** The id from a listing; empty: the root. */
  readonly folder: string;
  /** The `next` of the previous page. */
  readonly after: string | undefined;
  readonly limit: number;
  /** Part of a name; empty: everything. */
  readonly search: string;
  /** True: bypasses the cache. */
  readonly isFresh: boolean;
}

/** A folder, or a playable item. */
export interface FolderEntry {
  readonly name: string;
  readonly is: { readonly folder: string } | { readonly source: MediaSource; readonly format: MediaFormat };
  readonly sizeBytes?: number;
  readonly modifiedAt?: Date;
  readonly durationSeconds?: number;
  /** Path of a picture, signed for the viewer. Absent: no picture, or the viewer has no session. */
  readonly thumbnail?: string;
  /** The kind of a folder. Absent: upstream named it. */
  readonly kind?: FolderKind;
}

/** The viewer of a folder. A viewer without a session gets no pictures. */
export interface FolderViewer {
  readonly userId: string;
  readonly sessionId?: string;
  readonly role?: UserRole;
}

export interface FolderPage {
  readonly entries: readonly FolderEntry[];
  /** Start of the next page; absent: this is the last one. */
  readonly next?: string;
  /** Folders from the root to the listed one. */
  readonly path: readonly ListedFolder[];
}

/** Folders of accounts, for dynamic playlists. */
export interface Folders {
  /** Faults of a target chosen by this user. */
  check(target: DynamicTarget, userId: string): Promise<readonly FieldViolation[]>;
  /**
   * A page of a folder of the owner's account. The target was checked. @throws AppError when the viewer may not see it,
   * or upstream does not respond.
   */
  list(target: DynamicTarget, ownerId: string, viewer: FolderViewer, query: FolderQuery): Promise<FolderPage>;
}
