import { PollsService } from '@matinee/contract/gen/service/client/polls_service_pb.ts';
import { handleMember } from '../../../kernel/handler.ts';
import type { Log } from '../../../kernel/log.ts';
import type { Feature } from '../../feature.ts';
import { type ClosingParts, makeClosing } from './closing.service.ts';
import { makeOpenPoll, type OpeningParts } from './opening.service.ts';
import { personalData } from './personal-data.ts';
import { makePollEnds } from './poll-ends.ts';
import { erasureKind, pollsKind } from './poll-events.ts';
import { changeCreator } from './polls.store.ts';
import { makePollReading } from './reading.service.ts';
import { makeVote } from './voting.service.ts';

export type PollsParts = Omit<OpeningParts, 'onTimed'> & ClosingParts & { readonly log: Log };

/** Polls in rooms. */
export function pollsFeature(parts: PollsParts): Feature {
  const closing = makeClosing(parts);
  const ends = makePollEnds({ ...parts, endDue: closing.endDue });
  const open = makeOpenPoll({ ...parts, onTimed: ends.arm });
  const reading = makePollReading(parts);
  const { method } = PollsService;
  return {
    name: 'polls',
    personalData,
    tables: ['poll_options', 'poll_votes', 'polls'],
    reads: ['users'],
    bindings: [
      handleMember(method.listPolls, reading.list),
      handleMember(method.createPoll, open),
      handleMember(method.voteInPoll, makeVote(parts)),
      handleMember(method.endPoll, closing.end),
      handleMember(method.drawPollWinner, closing.draw),
      handleMember(method.deletePoll, closing.delete),
      handleMember(method.listPollVoters, reading.voters),
    ],
    resources: [
      {
        case: 'polls',
        membersOnly: true,
        key: () => pollsKind,
        erasures: erasureKind,
        snapshot: reading.snapshot,
      },
    ],
    onUserErased: (tx, userId, heirId) => changeCreator(tx.query(), userId, heirId),
    parts: [ends.part],
  };
}
