import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { Media } from '@matinee/contract/gen/service/client/library_pb.ts';
import type { PollCountsSchema, PollOptionSchema, PollSchema } from '@matinee/contract/gen/service/client/polls_pb.ts';
import type { Reader } from '../../../store/database.ts';
import { type Library, pictureOf } from '../../media/library/library.port.ts';
import type { CountedOption, ViewedPoll } from './polls.store.ts';

export type PollMessage = MessageInitShape<typeof PollSchema>;

/** The polls as all members see them, with the current pictures of their items. */
export async function toPolls(
  library: Pick<Library, 'listMedia'>,
  reader: Reader,
  roomId: string,
  rows: readonly ViewedPoll[],
): Promise<PollMessage[]> {
  const mediaIds = [...new Set(rows.flatMap(({ options }) => options.flatMap(({ mediaId }) => mediaId ?? [])))];
  const media = await library.listMedia(reader, roomId, mediaIds);
  return rows.map((row) => toPoll(row, media));
}

function toPoll(row: ViewedPoll, media: ReadonlyMap<string, Media>): PollMessage {
  return {
    id: row.id,
    roomId: row.room_id,
    creatorId: row.creator_id,
    creatorUsername: row.creator_username,
    creatorDisplayName: row.creator_display_name,
    question: row.question,
    options: row.options.map((option) => toOption(option, media)),
    severalChoices: row.has_several_choices,
    anonymous: row.is_anonymous,
    voterCount: row.voter_count,
    createdAt: timestampFromDate(row.created_at),
    version: row.version,
    ...(row.ends_at === null ? {} : { endsAt: timestampFromDate(row.ends_at) }),
    ...(row.ended_at === null ? {} : { endedAt: timestampFromDate(row.ended_at) }),
    ...(row.drawn_option === null ? {} : { drawnOption: row.drawn_option }),
  };
}

function toOption(
  { number, text, mediaId, votes }: CountedOption,
  media: ReadonlyMap<string, Media>,
): MessageInitShape<typeof PollOptionSchema> {
  const item = mediaId === null ? undefined : media.get(mediaId);
  return {
    number,
    text,
    votes,
    ...(item ? { mediaId: item.id, thumbnail: item.thumbnail, ...pictureOf(item) } : {}),
  };
}

export function toCounts({
  id,
  version,
  options,
  voter_count,
}: ViewedPoll): MessageInitShape<typeof PollCountsSchema> & { readonly pollId: string } {
  return { pollId: id, version, votes: options.map(({ votes }) => votes), voterCount: voter_count };
}
