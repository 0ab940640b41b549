/** Reads comments from the JSON forms of players and collections. Pure. [DK1] */
import type { DanmakuComment } from '../gen/api.ts';
import { bilibiliMode, makeComment, playerMode, type RawComment } from './comment.ts';
import { maxRead, NoDanmaku } from './danmaku-limits.ts';

type Fields = Readonly<Record<string, unknown>>;
type Reader = (item: unknown) => RawComment | undefined;

const modes = new Set(['scroll', 'top', 'bottom']);
const sizes = new Set(['small', 'normal', 'large']);

/** `{"comments":[{"position_seconds":1,…}]}`: the form that this server writes. */
const own: Reader = (item) => {
  if (!isFields(item) || !('position_seconds' in item)) return undefined;
  const { position_seconds: seconds, mode, size, color, text } = item;
  return {
    seconds,
    mode: modes.has(mode as string) ? (mode as DanmakuComment['mode']) : undefined,
    ...(sizes.has(size as string) ? { size: size as DanmakuComment['size'] } : {}),
    color,
    text,
  };
};

/** `{"comments":[{"p":"time,mode,color,author","m":"text"}]}` of dandanplay. */
const dandanplay: Reader = (item) => {
  if (!isFields(item) || typeof item['p'] !== 'string') return undefined;
  const [seconds, mode, color] = item['p'].slice(0, 500).split(',');
  return { seconds, mode: bilibiliMode(mode), color, text: item['m'] };
};

/** `{"code":0,"data":[[time,mode,color,author,text]]}` of DPlayer. */
const dplayer: Reader = (item) => {
  if (!Array.isArray(item)) return undefined;
  const [seconds, mode, color, , text] = item as readonly unknown[];
  return { seconds, mode: playerMode(mode), color, text };
};

/** `[{"time":1,"mode":0,"color":"#fff000","text":"…"}]` of ArtPlayer. */
const artPlayer: Reader = (item) => {
  if (!isFields(item) || !('time' in item)) return undefined;
  return { seconds: item['time'], mode: playerMode(item['mode']), color: item['color'], text: item['text'] };
};

const readers = [own, dandanplay, dplayer, artPlayer];

/** @throws NoDanmaku for JSON of another kind */
export function readJson(document: string): DanmakuComment[] {
  const list = listIn(parse(document));
  if (!list) throw new NoDanmaku();
  const [first] = list;
  const reader = readers.find((one) => one(first) !== undefined);
  if (!reader && list.length > 0) throw new NoDanmaku();
  return list.slice(0, maxRead).flatMap((item) => {
    const raw = reader?.(item);
    const comment = raw && makeComment(raw);
    return comment ? [comment] : [];
  });
}

function parse(document: string): unknown {
  try {
    return JSON.parse(document);
  } catch {
    throw new NoDanmaku();
  }
}

function listIn(value: unknown): readonly unknown[] | undefined {
  const list = isFields(value) ? (value['comments'] ?? value['data']) : value;
  return Array.isArray(list) ? list : undefined;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
