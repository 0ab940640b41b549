/** Videos, episodes and live streams, and how they play. */
import { PlaybackKind } from '@matinee/contract/gen/service/client/playback_pb.ts';
import type { BilibiliSource, BilibiliVideo } from '@matinee/contract/gen/service/provider/bilibili_pb.ts';
import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import { type Answered, needed, numberOf, objectOf, objectsOf, textOf } from '../json-answer.ts';
import type { ProviderTools } from '../provider.ts';
import { ProviderError } from '../provider-error.ts';
import type { Resolved, ResolvedMedia, ResolvedMode } from '../resolved.ts';
import { api, ask, idOf, liveApi, pictureAt, pictureName, upstreamAt } from './bilibili.client.ts';
import { dashMedia } from './bilibili.dash.ts';

type Tools = Pick<ProviderTools, 'ask' | 'remember' | 'clock'>;

/** One film of Bilibili. */
interface Film {
  readonly name: string;
  readonly durationSeconds?: number;
  readonly picture?: string;
  /** The id of the film itself, which its comments refer to. */
  readonly cid: string;
  /** Set for an episode. */
  readonly episodeId?: string;
  /** Set for a video. */
  readonly videoId?: string;
}

/** @throws ProviderError */
export async function askVideo({ id, part }: BilibiliVideo, session: string | undefined, tools: Tools): Promise<Film> {
  const query: Record<string, string> = id.startsWith('av') ? { aid: id.slice(2) } : { bvid: id };
  const answer = await ask(`${api}/x/web-interface/view`, { query, session }, tools);
  const pages = objectsOf(answer['pages']);
  const page = pages[Math.max(part, 1) - 1];
  if (pages.length > 0 && !page) throw new ProviderError('missing');
  const title = needed(textOf(answer['title']));
  const name = part > 0 && pages.length > 1 ? `${title} – ${textOf(page?.['part']) ?? part}` : title;
  return {
    name,
    cid: needed(idOf(page?.['cid'] ?? answer['cid'])),
    videoId: needed(textOf(answer['bvid'])),
    ...lengthOf(numberOf(page?.['duration'] ?? answer['duration'])),
    ...pictureOf(answer['pic']),
  };
}

/** A series, by one of its episodes or by its own id. @throws ProviderError */
export function askSeason(
  query: { readonly ep_id: string } | { readonly season_id: string },
  session: string | undefined,
  tools: Tools,
): Promise<Answered> {
  return ask(`${api}/pgc/view/web/season`, { query: { ...query }, session }, tools);
}

/** @throws ProviderError */
export async function askEpisode(id: string, session: string | undefined, tools: Tools): Promise<Film> {
  const season = await askSeason({ ep_id: id }, session, tools);
  const episode = episodesOf(season).find((one) => one.episodeId === id);
  if (!episode) throw new ProviderError('missing');
  return episode;
}

/** Episodes, then the series' other films. */
export function episodesOf(season: Answered): Film[] {
  const series = textOf(season['title']) ?? '';
  const more = objectsOf(season['section']).flatMap((section) => objectsOf(section['episodes']));
  return [...objectsOf(season['episodes']), ...more].flatMap((episode) => {
    const [episodeId, cid] = [idOf(episode['ep_id'] ?? episode['id']), idOf(episode['cid'])];
    if (episodeId === undefined || cid === undefined) return [];
    const names = [textOf(episode['title']), textOf(episode['long_title'])].filter(Boolean).join(' ');
    const duration = numberOf(episode['duration']);
    return [
      {
        name: [series, names].filter(Boolean).join(' – ') || `ep${episodeId}`,
        cid,
        episodeId,
        // Episodes state it in milliseconds.
        ...lengthOf(duration === undefined ? undefined : duration / 1_000),
        ...pictureOf(episode['cover']),
      },
    ];
  });
}

/** @throws ProviderError */
export async function resolveFilm(film: Film, session: string | undefined, tools: Tools): Promise<Resolved> {
  const [dash, file] = await Promise.all([
    askPlay(film, session, { fnval: '4048', fourk: '1' }, tools),
    // One file with audio, for players without DASH.
    askPlay(film, session, { fnval: '1', qn: '64', platform: 'html5', high_quality: '1' }, tools).catch(orNothing),
  ]);
  const danmakus = [{ name: 'Bilibili', upstream: upstreamAt(`${api}/x/v1/dm/list.so?oid=${film.cid}`)! }];
  const ways: readonly (readonly [string, ResolvedMedia | undefined])[] = [
    ['original', dashMedia(objectOf(dash['dash']))],
    ['mp4', fileMedia(file ?? dash)],
  ];
  const modes = ways.flatMap(([name, media]): ResolvedMode[] =>
    media ? [{ name, medias: [media], subtitles: [], danmakus }] : [],
  );
  // The film is sold separately, or comes only in several parts.
  if (modes.length === 0) throw new ProviderError('forbidden');
  const ends = modes.flatMap(({ medias: [media] }) => endOf(media!.upstream!.url));
  return {
    modes,
    needsCredentials: true,
    ...(film.durationSeconds === undefined ? {} : { durationSeconds: film.durationSeconds }),
    ...(film.picture === undefined ? {} : { thumbnail: pictureAt(film.picture)! }),
    ...(ends.length === 0 ? {} : { expiresAtMs: Math.min(...ends) }),
  };
}

function askPlay(
  { cid, videoId, episodeId }: Film,
  session: string | undefined,
  wanted: Readonly<Record<string, string>>,
  tools: Tools,
): Promise<Answered> {
  if (episodeId !== undefined)
    return ask(
      `${api}/pgc/player/web/playurl`,
      { query: { ...wanted, cid, ep_id: episodeId, fnver: '0' }, session },
      tools,
    );
  const query = { ...wanted, cid, bvid: videoId ?? '', fnver: '0' };
  return ask(`${api}/x/player/wbi/playurl`, { query, session, isSigned: true }, tools);
}

/** A film in one part. Several parts do not play as one film. */
function fileMedia(play: Answered): ResolvedMedia | undefined {
  const [part, ...others] = objectsOf(play['durl']);
  const upstream = others.length === 0 ? upstreamAt(part?.['url']) : undefined;
  if (!upstream) return undefined;
  const isFlv = new URL(upstream.url).pathname.endsWith('.flv');
  return { name: '', format: isFlv ? MediaFormat.FLV : MediaFormat.FILE, upstream };
}

function orNothing(cause: unknown): undefined {
  if (!(cause instanceof ProviderError)) throw cause;
}

/** @throws ProviderError `missing` while the stream is off the air */
export async function resolveLive(roomId: string, session: string | undefined, tools: Tools): Promise<Resolved> {
  const query = { room_id: roomId, protocol: '0,1', format: '0,1,2', codec: '0', qn: '10000', platform: 'web' };
  const room = await ask(`${liveApi}/xlive/web-room/v2/index/getRoomPlayInfo`, { query, session }, tools);
  if (room['live_status'] !== 1) throw new ProviderError('missing');
  const streams = objectsOf(objectOf(objectOf(room['playurl_info'])?.['playurl'])?.['stream']);
  const found = streams.flatMap((stream) => objectsOf(stream['format'])).flatMap(liveMedias);
  // HLS first: its playlists are read once for all viewers.
  const medias = [MediaFormat.HLS, MediaFormat.FLV].flatMap((format) =>
    found.filter((media) => media.format === format),
  );
  if (medias.length === 0) throw new ProviderError('bad_answer');
  const ends = medias.flatMap(({ upstream }) => endOf(upstream!.url));
  return {
    modes: [{ name: 'original', medias: medias.slice(0, 4), subtitles: [] }],
    needsCredentials: true,
    playbackKind: PlaybackKind.LIVE,
    ...(ends.length === 0 ? {} : { expiresAtMs: Math.min(...ends) }),
  };
}

function liveMedias(format: Answered): ResolvedMedia[] {
  const kind = { flv: MediaFormat.FLV, ts: MediaFormat.HLS, fmp4: MediaFormat.HLS }[
    textOf(format['format_name']) ?? ''
  ];
  if (kind === undefined) return [];
  return objectsOf(format['codec']).flatMap((codec) =>
    objectsOf(codec['url_info']).flatMap(({ host, extra }) => {
      const upstream = upstreamAt(`${textOf(host) ?? ''}${textOf(codec['base_url']) ?? ''}${textOf(extra) ?? ''}`);
      return upstream ? [{ name: textOf(format['format_name'])!, format: kind, upstream }] : [];
    }),
  );
}

/** The title of a live stream. @throws ProviderError */
export async function askLiveName(roomId: string, tools: Tools): Promise<string> {
  const room = await ask(`${liveApi}/room/v1/Room/get_info`, { query: { room_id: roomId } }, tools);
  return needed(textOf(room['title']));
}

/** Expiry of an address, in milliseconds since 1970: films have `deadline`, live streams `expires`. */
function endOf(url: string): number[] {
  const { searchParams } = new URL(url);
  const seconds = Number(searchParams.get('deadline') ?? searchParams.get('expires') ?? 'none');
  return Number.isSafeInteger(seconds) && seconds > 0 ? [seconds * 1_000] : [];
}

function lengthOf(seconds: number | undefined): { durationSeconds?: number } {
  return seconds === undefined || seconds <= 0 || seconds > 8_640_000 ? {} : { durationSeconds: seconds };
}

function pictureOf(address: unknown): { picture?: string } {
  const picture = pictureName(address);
  return picture === undefined ? {} : { picture };
}

/** The item of a source, without its account. */
export function itemName({ item }: BilibiliSource): string {
  if (item.case === 'video') return item.value.part > 1 ? `${item.value.id} ${item.value.part}` : item.value.id;
  return item.case === 'episodeId' ? `ep${item.value}` : `Bilibili ${item.value ?? ''}`;
}
