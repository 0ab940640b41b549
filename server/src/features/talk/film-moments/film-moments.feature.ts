import { FilmMomentsService } from '@matinee/contract/gen/service/client/film_moments_service_pb.ts';
import { handleMember } from '../../../kernel/handler.ts';
import type { Feature } from '../../feature.ts';
import { type FilmMomentsParts, makeFilmMoments } from './film-moments.service.ts';
import { deleteOfUser } from './film-moments.store.ts';
import { personalData } from './personal-data.ts';

interface FilmMomentsFeature extends Feature {
  /** Called with each reaction to the film of a room. */
  readonly note: (roomId: string, userId: string, reactionKey: string) => void;
}

/** The places of films to which people reacted most. */
export function filmMomentsFeature(parts: FilmMomentsParts): FilmMomentsFeature {
  const service = makeFilmMoments(parts);
  return {
    name: 'film-moments',
    personalData,
    tables: ['film_moments'],
    note: service.note,
    bindings: [handleMember(FilmMomentsService.method.listFilmMoments, service.list)],
    onUserErased: (tx, userId) => deleteOfUser(tx.query(), userId),
    parts: [{ name: 'film moments', stop: service.stop }],
  };
}
