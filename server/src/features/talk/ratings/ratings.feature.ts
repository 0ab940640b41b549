import { RatingsService } from '@matinee/contract/gen/service/client/ratings_service_pb.ts';
import { handleMember } from '../../../kernel/handler.ts';
import type { Feature } from '../../feature.ts';
import { personalData } from './personal-data.ts';
import { makeRate, type RatingParts, ratingsKind } from './rating.service.ts';
import { makeRatingReading } from './reading.service.ts';

/** Ratings of a room's items by its members. */
export function ratingsFeature(parts: RatingParts): Feature {
  const reading = makeRatingReading(parts);
  const { method } = RatingsService;
  return {
    name: 'ratings',
    personalData,
    tables: ['item_ratings'],
    reads: ['users'],
    bindings: [handleMember(method.getItemRating, reading.get), handleMember(method.rateItem, makeRate(parts))],
    resources: [{ case: 'ratings', membersOnly: true, key: () => ratingsKind, snapshot: reading.snapshot }],
  };
}
