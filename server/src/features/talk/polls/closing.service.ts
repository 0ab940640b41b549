import { Permission } from '@matinee/contract/gen/service/client/members_pb.ts';
import type {
  DeletePollRequest,
  DrawPollWinnerRequest,
  EndPollRequest,
} from '@matinee/contract/gen/service/client/polls_pb.ts';
import type { Call, RoomStanding, UserPrincipal } from '../../../kernel/call.ts';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import type { Random } from '../../../kernel/random.ts';
import type { Database, Tx } from '../../../store/database.ts';
import type { Library } from '../../media/library/library.port.ts';
import type { ChatNotices } from '../chat/chat-notices.ts';
import { forgetPolls, tellPoll } from './poll-events.ts';
import { toPolls } from './poll-messages.ts';
import { pollsErrors } from './polls.errors.ts';
import * as store from './polls.store.ts';

export interface ClosingParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly library: Pick<Library, 'listMedia'>;
  readonly notices: Pick<ChatNotices, 'poll'>;
}

type MemberCall = Call<UserPrincipal, RoomStanding>;

/** Ends polls, draws one of tied options, and deletes polls. [PO6]–[PO9] */
export function makeClosing(parts: ClosingParts) {
  const { db, clock, random, library } = parts;

  /** Stores a change of a locked poll, and sends it to the room. */
  async function change(tx: Tx, row: store.ViewedPoll, changed: Partial<store.PollRow>) {
    const viewed = { ...row, ...changed, version: row.version + 1 };
    const [poll] = await toPolls(library, tx, row.room_id, [viewed]);
    const sequence = await tellPoll(tx, row.room_id, poll!);
    const event_sequences = [...row.event_sequences, sequence];
    tx.finish(store.updatingPoll(tx.query(), row.id, { ...changed, version: viewed.version, event_sequences }));
    return { poll: poll! };
  }

  async function end(tx: Tx, row: store.ViewedPoll) {
    await parts.notices.poll(tx, row.room_id, 'ended', row);
    return change(tx, row, { ended_at: dateOf(clock.nowMs()) });
  }

  const unchanged = async (tx: Tx, row: store.ViewedPoll) => {
    const [poll] = await toPolls(library, tx, row.room_id, [row]);
    return { poll: poll! };
  };

  return {
    end: ({ pollId }: EndPollRequest, call: MemberCall) =>
      db.write(async (tx) => {
        const row = await lockOwn(tx, pollId, call);
        return row.ended_at === null ? end(tx, row) : unchanged(tx, row);
      }),
    /** Ends a poll at its end time. The lock of the row lets one replica do so. */
    endDue: (roomId: string, pollId: string) =>
      db.write(async (tx) => {
        const [row] = await store.lockPolls(tx.query(), roomId, [pollId]);
        if (row?.ends_at && row.ended_at === null && row.ends_at.getTime() <= clock.nowMs()) await end(tx, row);
      }),
    draw: ({ pollId }: DrawPollWinnerRequest, call: MemberCall) =>
      db.write(async (tx) => {
        const row = await lockOwn(tx, pollId, call);
        if (row.drawn_option !== null) return unchanged(tx, row);
        const tied = leading(row.options);
        if (row.ended_at === null || tied.length < 2) throw pollsErrors.no_tie();
        return change(tx, row, { drawn_option: tied[random.bytes(4).readUInt32BE() % tied.length]!.number });
      }),
    delete: ({ pollId }: DeletePollRequest, call: MemberCall) =>
      db.write(async (tx) => {
        forgetPolls(tx, call.room.roomId, [await lockOwn(tx, pollId, call)]);
        return {};
      }),
  };
}

/** @throws AppError `polls.not_found`, and `polls.not_yours` for a poll that the caller may not end. */
async function lockOwn(tx: Tx, pollId: string, { room, principal }: MemberCall): Promise<store.ViewedPoll> {
  const [row] = await store.lockPolls(tx.query(), room.roomId, [pollId]);
  if (!row) throw pollsErrors.not_found();
  const mayModerate = room.permissions.has(Permission.DELETE_CHAT_MESSAGES);
  if (row.creator_id !== principal.userId && !mayModerate) throw pollsErrors.not_yours();
  return row;
}

/** The options with the most votes; none without votes. Pure. */
function leading(options: readonly store.CountedOption[]): readonly store.CountedOption[] {
  const most = Math.max(...options.map(({ votes }) => votes));
  return most === 0 ? [] : options.filter(({ votes }) => votes === most);
}
