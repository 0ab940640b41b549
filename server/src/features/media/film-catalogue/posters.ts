import type { Log } from '../../../kernel/log.ts';
import type { ProviderTools } from '../../../providers/provider.ts';
import type { Database, Tx } from '../../../store/database.ts';
import type { Posters } from './film-catalogue.port.ts';
import * as store from './film-catalogue.store.ts';
import { filmRequest } from './film-request.ts';
import type { Lookup } from './lookup.ts';
import { fetchPoster } from './tmdb.ts';

interface PosterParts {
  readonly db: Database;
  readonly log: Log;
  readonly ask: ProviderTools['ask'];
  readonly lookup: Lookup;
}

/** [FCA5] [FCA6] */
export function makePosters({ db, log, ask, lookup }: PosterParts): Posters {
  return {
    isThere: lookup.isThere,
    async find({ media }) {
      try {
        const asked = lookup.isThere() ? filmRequest(media.name) : undefined;
        if (!asked || (await store.isRejected(db.query(), media.id, asked.key))) return undefined;
        const found = await lookup.find(media.name, media.creatorId);
        const url = found.isPending ? undefined : found.film?.posterUrl;
        if (url === undefined) return undefined;
        const bytes = await fetchPoster(ask, url);
        const attach = async (tx: Tx, pictureId: string) => {
          if (await store.isRejected(tx.query(), media.id, asked.key)) throw new Error('it is another film');
          await store.putPoster(tx.query(), media.id, pictureId);
        };
        return { bytes, attach };
      } catch (err) {
        log.debug({ err, mediaId: media.id }, 'no poster could be found');
        return undefined;
      }
    },
  };
}
