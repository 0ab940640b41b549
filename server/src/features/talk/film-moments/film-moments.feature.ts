import { FilmMomentsService } from '@matinee/contract/gen/service/client/film_moments_service_pb.ts';
import { handleMember } from '../../../kernel/handler.ts';
import type { Feature } from '../../feature.ts';
import { type FilmMomentsParts, makeFilmMoments } from './film-moments.service.ts';
import { deleteOfUser } from './film-moments.store.ts';
import { personalData } from './personal-data.ts';

/** The places of films that people reacted to most. */
export function filmMomentsFeature(parts: FilmMomentsParts): Feature {
  const service = makeFilmMoments(parts);
  return {
    name: 'film-moments',
    personalData,
    tables: ['film_moments'],
    onFilmReaction: service.note,
    bindings: [handleMember(FilmMomentsService.method.listFilmMoments, service.list)],
    onUserErased: (tx, userId) => deleteOfUser(tx.query(), userId),
    parts: [{ name: 'film moments', stop: service.stop }],
  };
}
