import { Permission } from '@matinee/contract/gen/service/client/members_pb.ts';
import { QueueVotesService } from '@matinee/contract/gen/service/client/queue_votes_service_pb.ts';
import { handleMember } from '../../../kernel/handler.ts';
import type { Feature } from '../../feature.ts';
import { personalData } from './personal-data.ts';
import { queueVotesKind } from './queue-votes.port.ts';
import { makeVoteReading } from './reading.service.ts';
import { endVotes } from './vote-events.ts';
import { makeVoteForItem, type VotingParts } from './voting.service.ts';

/** Members vote on the next items. */
export function queueVotesFeature(parts: VotingParts): Feature {
  const reading = makeVoteReading(parts);
  const { method } = QueueVotesService;
  return {
    name: 'queue-votes',
    personalData,
    tables: ['queue_votes'],
    reads: ['media', 'room_members', 'users'],
    bindings: [
      handleMember(method.listQueueVotes, reading.list),
      handleMember(method.getItemVotes, reading.get),
      handleMember(method.voteForItem, makeVoteForItem(parts)),
    ],
    onItemChanged: (tx, roomId, { ended }) => {
      if (ended) endVotes(tx, roomId, ended.mediaId);
    },
    resources: [
      {
        case: 'queueVotes',
        permission: Permission.BROWSE_LIBRARY,
        membersOnly: true,
        key: () => queueVotesKind,
        snapshot: reading.snapshot,
      },
    ],
  };
}
