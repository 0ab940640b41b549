import { SkipVotesService } from '@matinee/contract/gen/service/client/skip_votes_service_pb.ts';
import { handleMember } from '../../../kernel/handler.ts';
import type { Feature } from '../../feature.ts';
import { personalData } from './personal-data.ts';
import { makeVoteReading } from './reading.service.ts';
import { forgetVotes, skipVotesKind } from './vote-keeper.ts';
import { makeVoteToSkip, type VotingParts } from './voting.service.ts';

/** Members vote to skip the current item. */
export function skipVotesFeature(parts: VotingParts): Feature {
  const reading = makeVoteReading(parts);
  const { method } = SkipVotesService;
  return {
    name: 'skip-votes',
    personalData,
    tables: ['skip_votes'],
    bindings: [handleMember(method.getSkipVotes, reading.get), handleMember(method.voteToSkip, makeVoteToSkip(parts))],
    onItemChanged: (tx, roomId, { begun }) => forgetVotes(tx, roomId, begun?.mediaId),
    resources: [{ case: 'skipVotes', membersOnly: true, key: () => skipVotesKind, snapshot: reading.snapshot }],
  };
}
