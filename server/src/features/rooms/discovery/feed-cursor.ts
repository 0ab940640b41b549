import type { DiscoverRoomsRequest } from '@matinee/contract/gen/service/client/rooms_pb.ts';
import type { CursorScope, PageCursors } from '../../../kernel/signing/page-cursors.ts';
import { discoveryErrors } from './discovery.errors.ts';
import type { Place } from './discovery.store.ts';
import type { AlikeWords } from './search.ts';

/**
 * A reader's position in the feed, and the rooms that were featured and came first when the reader began. So a room
 * that becomes or stops being featured or first later is neither skipped nor shown twice. [DI2]
 */
export interface FeedPlace {
  readonly featured: readonly string[];
  /** The rooms with the most people. They come first. */
  readonly first: readonly string[];
  /** Number of rooms in `first` that were shown. */
  readonly shown: number;
  /** The last shown room of the others; undefined if none was shown. */
  readonly after: Place | undefined;
  /** Words that replace those of the search, which no room contains; undefined: the search's own words are used. */
  readonly alike: AlikeWords | undefined;
}

/** `FeedPlace` as an array, ids without their prefix. */
type Stored = [
  featured: string[],
  first: string[],
  shown: number,
  after: [number, string] | null,
  alike: [word: string, score: number][][] | null,
];

const prefix = 'room_';
const short = (id: string) => id.slice(prefix.length);
const full = (id: string) => prefix + id;

function scopeOf({ search, categoryId, labelIds, activity, sort }: DiscoverRoomsRequest): CursorScope {
  return ['discover', search, categoryId, [...labelIds].sort().join(' '), `${activity}`, `${sort}`];
}

export function sealPlace(cursors: PageCursors, request: DiscoverRoomsRequest, place: FeedPlace): string {
  const { featured, first, shown, after, alike } = place;
  const stored: Stored = [
    featured.map(short),
    first.map(short),
    shown,
    after ? [after.score, short(after.id)] : null,
    alike?.map((words) => words.map(({ word, score }) => [word, score])) ?? null,
  ];
  return cursors.seal(scopeOf(request), JSON.stringify(stored));
}

/** @throws AppError `discovery.invalid_cursor`. */
export function openPlace(cursors: PageCursors, request: DiscoverRoomsRequest): FeedPlace {
  const text = cursors.open(scopeOf(request), request.cursor);
  if (text === undefined) throw discoveryErrors.invalid_cursor();
  const [featured, first, shown, after, alike] = JSON.parse(text) as Stored;
  return {
    featured: featured.map(full),
    first: first.map(full),
    shown,
    after: after ? { score: after[0], id: full(after[1]) } : undefined,
    alike: alike?.map((words) => words.map(([word, score]) => ({ word, score }))),
  };
}
