import { Permission } from '@matinee/contract/gen/service/client/members_pb.ts';
import type { CreatePollRequest, NewPollOption } from '@matinee/contract/gen/service/client/polls_pb.ts';
import type { Call, RoomStanding, UserPrincipal } from '../../../kernel/call.ts';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import type { Ids } from '../../../kernel/ids.ts';
import type { SettingValues } from '../../../kernel/settings/settings.ts';
import type { Database, Tx } from '../../../store/database.ts';
import type { Library } from '../../media/library/library.port.ts';
import type { Rooms } from '../../rooms/rooms/rooms.port.ts';
import { chatErrors } from '../chat/chat.errors.ts';
import type { chatSettings } from '../chat/chat.settings.ts';
import type { ChatNotices } from '../chat/chat-notices.ts';
import { isBlank, requireAllowed } from '../chat/sending/sayable.ts';
import { forgetPolls, tellPoll } from './poll-events.ts';
import { toPolls } from './poll-messages.ts';
import { pollsErrors } from './polls.errors.ts';
import * as store from './polls.store.ts';

/** Most open polls of a room. */
const mostOpen = 3;
/** Number of ended polls kept in a room; older ones are deleted. */
const mostEnded = 10;

export interface OpeningParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly rooms: Pick<Rooms, 'getSettings'>;
  readonly library: Pick<Library, 'listMedia' | 'isPrivate'>;
  readonly notices: Pick<ChatNotices, 'poll'>;
  readonly settings: { readonly chat: Pick<SettingValues<typeof chatSettings>, 'blockedWords'> };
  /** Called after the commit with a poll that has an end time. */
  readonly onTimed: (poll: { readonly id: string; readonly room_id: string; readonly ends_at: Date }) => void;
}

type MemberCall = Call<UserPrincipal, RoomStanding>;
type Option = Omit<store.CountedOption, 'votes'>;

/** Makes the function that opens a poll. [PO1] [PO2] */
export function makeOpenPoll(parts: OpeningParts) {
  const { db, rooms, settings } = parts;
  return (request: CreatePollRequest, call: MemberCall) => {
    const { roomId } = call.room;
    const question = readText(request.question, settings.chat.blockedWords);
    return db.write(async (tx) => {
      const [{ chatEnabled }, options, outdated] = await Promise.all([
        rooms.getSettings(roomId, tx),
        readOptions(parts, tx, request.options, call),
        store.lockOutdated(tx.query(), roomId, mostEnded),
      ]);
      if (!chatEnabled) throw chatErrors.disabled();
      // This lock keeps other new polls of the room out until the commit, so the count is right.
      await tx.nextSequence(roomId);
      if ((await store.countOpen(tx.query(), roomId)) >= mostOpen) throw pollsErrors.too_many_open();
      forgetPolls(tx, roomId, outdated);
      const row = await storePoll(parts, tx, call, { ...request, question, options });
      return { poll: row };
    });
  };
}

async function storePoll(
  { clock, ids, library, notices, onTimed }: OpeningParts,
  tx: Tx,
  { room: { roomId }, principal }: MemberCall,
  asked: Pick<CreatePollRequest, 'question' | 'severalChoices' | 'anonymous' | 'endsAfterMinutes'> & {
    readonly options: readonly Option[];
  },
) {
  const nowMs = clock.nowMs();
  const { endsAfterMinutes: minutes } = asked;
  const row = {
    id: ids.make('poll'),
    room_id: roomId,
    creator_id: principal.userId,
    question: asked.question,
    has_several_choices: asked.severalChoices,
    is_anonymous: asked.anonymous,
    created_at: dateOf(nowMs),
    ends_at: minutes === undefined ? null : dateOf(nowMs + minutes * 60_000),
    ended_at: null,
    drawn_option: null,
    version: 1,
  };
  const viewed: store.ViewedPoll = {
    ...row,
    event_sequences: [],
    creator_username: principal.username,
    creator_display_name: principal.displayName,
    options: asked.options.map((option) => ({ ...option, votes: 0 })),
    voter_count: 0,
  };
  const [poll] = await toPolls(library, tx, roomId, [viewed]);
  await notices.poll(tx, roomId, 'opened', viewed);
  const sequence = await tellPoll(tx, roomId, poll!);
  await store.insertPoll(
    tx.query(),
    { ...row, event_sequences: [sequence] },
    asked.options.map(({ number, text, mediaId }) => ({ poll_id: row.id, number, text, media_id: mediaId })),
  );
  const { ends_at } = row;
  if (ends_at !== null) tx.afterCommit(() => onTimed({ ...row, ends_at }));
  return poll!;
}

/** @throws AppError `polls.blank`, `chat.filtered`. */
function readText(text: string, blockedWords: readonly string[]): string {
  if (isBlank(text)) throw pollsErrors.blank();
  requireAllowed(text, blockedWords);
  return text.trim();
}

/** @throws AppError `polls.blank`, `polls.same_options`, `polls.item_not_found`, `chat.filtered`. */
async function readOptions(
  { library, settings }: OpeningParts,
  tx: Tx,
  options: readonly NewPollOption[],
  { room }: MemberCall,
): Promise<Option[]> {
  const mediaIds = options.flatMap(({ what }) => (what.case === 'mediaId' ? what.value : []));
  const media = await library.listMedia(tx, room.roomId, mediaIds);
  const playlists = [...new Set([...media.values()].map(({ playlistId }) => playlistId))];
  const hidden = await Promise.all(playlists.map((id) => library.isPrivate(tx, id)));
  const isSeenByAll = (playlistId: string) =>
    room.permissions.has(Permission.BROWSE_LIBRARY) && !hidden[playlists.indexOf(playlistId)];
  const read = options.map(({ what }, place): Option => {
    const number = place + 1;
    if (what.case !== 'mediaId')
      return { number, text: readText(what.value ?? '', settings.chat.blockedWords), mediaId: null };
    const item = media.get(what.value);
    if (!item || !isSeenByAll(item.playlistId)) throw pollsErrors.item_not_found();
    return { number, text: item.name, mediaId: item.id };
  });
  const keys = new Set(read.map(({ text, mediaId }) => mediaId ?? text.toLowerCase()));
  if (keys.size < read.length) throw pollsErrors.same_options();
  return read;
}
