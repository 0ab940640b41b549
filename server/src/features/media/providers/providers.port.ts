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

/** A source as the library stores it. */
export interface StoredSource {
  /** What everybody in the room may read. */
  readonly source: MediaSource;
  /** What only the server may, sealed for this item; null: nothing. */
  readonly sealedSecrets: string | null;
}

/** How somebody wants to load an item, and what their player can do. */
export interface PlaybackWishes {
  readonly proxyMode: ProxyMode;
  readonly profile: PlaybackProfile | undefined;
  /** Names the swarm of a media; undefined: this viewer exchanges none with others. */
  readonly offerSwarm?: OfferSwarm | undefined;
}

/** What other features may ask about the sources of media. */
export interface Sources {
  /** What is wrong with a source that this user adds. */
  check(source: MediaSource, userId: string): Promise<readonly FieldViolation[]>;
  /** Path of a small picture of an item, which may have none; empty: its provider, which is told by its name, has no pictures. */
  coverOf(item: {
    readonly roomId: string;
    readonly mediaId: string;
    readonly sourceVersion: number;
    readonly provider: string;
  }): string;
  /** Who understands a source, and the account by which it is loaded, which must be that of whoever added the item. */
  originOf(source: MediaSource): { readonly provider: string; readonly accountId: string | undefined };
  /**
   * The name of a new item. Without a given one, or with the one by which it was recognized, it is that of its site, where the site
   * tells it soon.
   */
  findName(source: MediaSource, given: string): Promise<string>;
  /** Takes the secrets out of a source. `before` has those of the source that it replaces; a secret that is empty now stays. */
  store(mediaId: string, source: MediaSource, before?: string | null): StoredSource;
  /**
   * How what people write at the site of an item is heard, with whatever its upstream asks for. Undefined: there is nothing, or the item
   * is for its adder alone. The function throws AppError when upstream gives no answer.
   */
  liveComments(item: MediaItem): (() => Promise<CommentTalk>) | undefined;
  /** From where an item plays, as far as it is known without asking its upstream. The same for every viewer; nothing is signed. */
  outline(roomId: string, item: MediaItem): PlaybackInit;
  /** From where an item plays for one viewer, with addresses signed for them. */
  resolve(roomId: string, item: MediaItem, viewer: Viewer, wishes: PlaybackWishes): Promise<PlaybackInit>;
}

/** What is listed of a folder. */
export interface FolderQuery {
  /** As a listing gave it; empty: the top. */
  readonly folder: string;
  /** The `next` of the page before. */
  readonly after: string | undefined;
  readonly limit: number;
  /** Part of a name; empty: everything. */
  readonly search: string;
  /** True: upstream is asked, even if the answer is remembered. */
  readonly isFresh: boolean;
}

/** A folder, or something that can be played. */
export interface FoundEntry {
  readonly name: string;
  readonly is: { readonly folder: string } | { readonly source: MediaSource; readonly format: MediaFormat };
  readonly sizeBytes?: number;
  readonly modifiedAt?: Date;
  readonly durationSeconds?: number;
  /** Path of a picture, signed for the viewer. Absent: there is none, or nobody looks. */
  readonly thumbnail?: string;
  /** Of a folder. Absent: upstream has given its name. */
  readonly kind?: FolderKind;
}

/** Who looks into a folder. Without a session they get no pictures. */
export interface FolderViewer {
  readonly userId: string;
  readonly sessionId?: string;
  readonly role?: UserRole;
}

export interface FoundPage {
  readonly entries: readonly FoundEntry[];
  /** From where the next page goes on; absent: this is the last one. */
  readonly next?: string;
  /** Folders from the top to the one that is listed. */
  readonly path: readonly ListedFolder[];
}

/** Folders of accounts, for playlists that list them. */
export interface Folders {
  /** What is wrong with a target that this user names. */
  check(target: DynamicTarget, userId: string): Promise<readonly FieldViolation[]>;
  /** A page of a folder of the owner's account. The target was checked. @throws AppError when the viewer may not, or upstream gives no answer. */
  list(target: DynamicTarget, ownerId: string, viewer: FolderViewer, query: FolderQuery): Promise<FoundPage>;
}
