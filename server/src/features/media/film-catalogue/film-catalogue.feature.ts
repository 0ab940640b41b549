import { FilmCatalogueService } from '@matinee/contract/gen/service/client/film_catalogue_service_pb.ts';
import { dateOf } from '../../../kernel/clock.ts';
import { handleMember } from '../../../kernel/handler.ts';
import { makeWorker } from '../../../kernel/worker.ts';
import type { Feature } from '../../feature.ts';
import type { Posters } from './film-catalogue.port.ts';
import * as store from './film-catalogue.store.ts';
import { type FilmFactsParts, makeFilmFacts } from './film-facts.service.ts';
import { type LookupParts, makeLookup } from './lookup.ts';
import { makePosters } from './posters.ts';

/** Films deleted by one statement. */
const mostDeleted = 1_000;
const cleanEveryMs = 60 * 60_000;

/** Facts from a film catalogue about the items of rooms. */
export function filmCatalogueFeature(parts: LookupParts & FilmFactsParts): Feature & { readonly posters: Posters } {
  const { db, clock, log } = parts;
  const lookup = makeLookup(parts);
  const facts = makeFilmFacts(parts, lookup);
  const clean = () => store.deleteEnded(db.query(), dateOf(clock.nowMs()), mostDeleted);
  const { method } = FilmCatalogueService;
  return {
    name: 'film-catalogue',
    posters: makePosters({ ...parts, lookup }),
    tables: ['catalogued_films', 'item_posters', 'rejected_films'],
    bindings: [handleMember(method.getFilmFacts, facts.get), handleMember(method.rejectFilmFacts, facts.reject)],
    parts: [
      {
        name: 'lookups in the catalogue of films',
        stop: async () => {
          await lookup.stop();
        },
      },
      makeWorker({
        ...{ name: 'cleaning of the catalogue of films', clock, log },
        ...{ periodMs: cleanEveryMs, work: clean, runsAtStart: false },
      }),
    ],
  };
}
