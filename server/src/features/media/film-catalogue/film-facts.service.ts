import type { MessageInitShape } from '@bufbuild/protobuf';
import type {
  FilmFactsSchema,
  GetFilmFactsRequest,
  RejectFilmFactsRequest,
} from '@matinee/contract/gen/service/client/film_catalogue_pb.ts';
import { UserRole } from '@matinee/contract/gen/service/client/users_pb.ts';
import type { Call, RoomStanding, UserPrincipal } from '../../../kernel/call.ts';
import type { Database, Tx } from '../../../store/database.ts';
import type { Library, LibraryPictures, MediaItem } from '../library/library.port.ts';
import { type CataloguedFilm, overviewIn } from './catalogued-film.ts';
import { catalogueErrors } from './film-catalogue.errors.ts';
import * as store from './film-catalogue.store.ts';
import { filmRequest } from './film-request.ts';
import { CatalogueFailed, type Lookup } from './lookup.ts';

export interface FilmFactsParts {
  readonly db: Database;
  readonly library: Pick<Library, 'findMedia' | 'isPrivate'>;
  readonly libraryPictures: Pick<LibraryPictures, 'requireOwnMedia'>;
  /**
   * Removes the picture whose id `rejecting` returns from an item, in the same transaction, and sends the change to the
   * room; finds another picture of its film later.
   */
  readonly dropArtwork: (item: MediaItem, rejecting: (tx: Tx) => Promise<string | undefined>) => Promise<void>;
}

type MemberCall = Call<UserPrincipal, RoomStanding>;

export function makeFilmFacts({ db, library, libraryPictures, dropArtwork }: FilmFactsParts, lookup: Lookup) {
  async function getItem(mediaId: string, { room, principal }: MemberCall): Promise<MediaItem> {
    const item = await library.findMedia(db, room.roomId, mediaId);
    if (!item) throw catalogueErrors.item_not_found();
    const { creatorId, playlistId } = item.media;
    if (creatorId !== principal.userId && (await library.isPrivate(db, playlistId)))
      throw catalogueErrors.item_not_found();
    return item;
  }

  return {
    /** [FCA1] [FCA2] [FCA6] [FCA7] */
    async get({ mediaId, language }: GetFilmFactsRequest, call: MemberCall) {
      const { media } = await getItem(mediaId, call);
      const asked = lookup.isThere() ? filmRequest(media.name) : undefined;
      if (!asked || (await store.isRejected(db.query(), mediaId, asked.key))) return {};
      const found = await lookup.find(media.name, call.principal.userId).catch((cause) => {
        throw toAppError(cause, call.principal.role);
      });
      if (found.isPending) return { isPending: true };
      return found.film ? { facts: toFacts(found.film, language) } : {};
    },
    /** [FCA6] */
    async reject({ mediaId }: RejectFilmFactsRequest, call: MemberCall) {
      await libraryPictures.requireOwnMedia(call, mediaId);
      const item = await getItem(mediaId, call);
      const asked = filmRequest(item.media.name);
      if (!asked) return {};
      await dropArtwork(item, async (tx) => {
        await store.reject(tx.query(), mediaId, asked.key);
        return store.deletePoster(tx.query(), mediaId);
      });
      return {};
    },
  };
}

function toFacts(film: CataloguedFilm, language: string): MessageInitShape<typeof FilmFactsSchema> {
  const { title, seriesTitle = '', year, runtimeMinutes, pageUrl } = film;
  return {
    ...{ title, seriesTitle, pageUrl, overview: overviewIn(film, language) },
    ...(year === undefined ? {} : { year }),
    ...(runtimeMinutes === undefined ? {} : { runtimeMinutes }),
  };
}

/** Only administrators can change the key. */
function toAppError(cause: unknown, role: UserRole): unknown {
  if (!(cause instanceof CatalogueFailed)) return cause;
  if (cause.failure === 'account_refused' && role >= UserRole.ADMIN) return catalogueErrors.key_refused();
  return catalogueErrors.unavailable({ retryAfterSeconds: Math.max(1, Math.ceil(cause.retryAfterMs / 1_000)) });
}
