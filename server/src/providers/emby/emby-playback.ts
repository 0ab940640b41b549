/** How an item of Jellyfin or Emby plays: the file itself, and the server's transcodes. */
import type { EmbySource } from '@matinee/contract/gen/service/provider/emby_pb.ts';
import { MediaTrackKind } from '@matinee/contract/gen/service/provider/media_facts_pb.ts';
import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import { type Answered, needed, numberOf, objectOf, objectsOf, readJson, textOf } from '../json-answer.ts';
import type { Player } from '../player.ts';
import type { ProviderTools, ResolveContext } from '../provider.ts';
import { ProviderError } from '../provider-error.ts';
import type { Resolved, ResolvedMedia, ResolvedMode, ResolvedSubtitle, UpstreamAddress } from '../resolved.ts';
import { deviceProfileFor, qualities } from './device-profile.ts';
import { accountOf, addressOf, type EmbyAccount, getItem, headersOf, post } from './emby.client.ts';
import { nameOf, secondsOf } from './emby-items.ts';
import { languageTag } from './languages.ts';

/** @throws ProviderError */
export async function resolve(
  { itemId }: EmbySource,
  { account: open, player, ...tools }: ResolveContext,
): Promise<Resolved> {
  const account = accountOf(open!.credentials);
  const asking = { account, itemId, profile: deviceProfileFor(player), tools };
  const [item, first] = await Promise.all([getItem(account, itemId, tools), askPlayback(asking, {})]);
  const isAudio = item['MediaType'] === 'Audio';
  const { source } = first;
  const transcoded = isAudio ? [] : [...remuxedMode(account, first), ...(await transcodedModes(asking, source))];
  const subtitles = isAudio ? [] : subtitlesOf(account, itemId, source, player);
  const original = originalMode(account, itemId, first, isAudio);
  const wouldPlay = source['SupportsDirectPlay'] === true || source['SupportsDirectStream'] === true;
  const modes = wouldPlay || transcoded.length === 0 ? [original, ...transcoded] : [...transcoded, original];
  const { session, method } = modes[0]!;
  const durationSeconds = secondsOf(source['RunTimeTicks']) ?? secondsOf(item['RunTimeTicks']);
  const picture = objectOf(item['ImageTags'])?.['Primary'];
  return {
    modes: modes.map(({ session: _, method: __, ...mode }) => withSubtitles(mode, subtitles, source)),
    needsCredentials: true,
    chapters: chaptersOf(item),
    tracks: streamsOf(source).flatMap(toTrack),
    metadata: { title: nameOf(item) },
    upstreamSession: nameOfSession(session, method),
    ...(durationSeconds === undefined ? {} : { durationSeconds }),
    ...(picture === undefined ? {} : { thumbnail: thumbnailOf(account, itemId) }),
    ...storyboardOf(account, itemId, item, source),
  };
}

export function thumbnailOf(account: EmbyAccount, itemId: string): UpstreamAddress {
  return { url: addressOf(account, `/Items/${itemId}/Images/Primary`, { maxWidth: 480 }), headers: headersOf(account) };
}

/**
 * Timeline pictures, from Jellyfin 10.9 on (`Trickplay`: by version of the film, by width). The server writes their
 * playlist. [EB11]
 */
function storyboardOf(
  account: EmbyAccount,
  itemId: string,
  item: Answered,
  source: Answered,
): Pick<Resolved, 'storyboard'> {
  const version = textOf(source['Id']) ?? '';
  const byWidth = objectOf(objectOf(item['Trickplay'])?.[version]);
  const widths = Object.keys(byWidth ?? {})
    .filter((width) => /^[1-9]\d{0,4}$/.test(width))
    .map(Number);
  const width = widths.sort((a, b) => a - b)[0];
  if (width === undefined) return {};
  const path = `/Videos/${itemId}/Trickplay/${width}/tiles.m3u8`;
  const url = addressOf(account, path, { mediaSourceId: version });
  return { storyboard: { upstream: { url, headers: headersOf(account) } } };
}

/** The server's id of a playback session, and its play method (`PlayMethod`). */
interface Playing {
  readonly session: string;
  readonly method: 'DirectPlay' | 'DirectStream' | 'Transcode';
}

type PlayedMode = ResolvedMode & Playing;

const nameOfSession = (session: string, method: Playing['method']) => `${method} ${session}`;

/** Decodes the server's playback session from `upstreamSession`, for reports. Pure. */
export function readSession(upstreamSession: string): Playing {
  const [, method = 'DirectPlay', session = upstreamSession] =
    /^(DirectPlay|DirectStream|Transcode) (.*)$/s.exec(upstreamSession) ?? [];
  return { session, method: method as Playing['method'] };
}

/** An item and player for playback requests. */
interface Asking {
  readonly account: EmbyAccount;
  readonly itemId: string;
  readonly profile: object;
  readonly tools: ProviderTools;
}

interface PlaybackSession {
  readonly source: Answered;
  readonly session: string;
}

/** Requests the playback of an item (`PlaybackInfo`). @throws ProviderError */
async function askPlayback({ account, itemId, profile, tools }: Asking, wishes: object): Promise<PlaybackSession> {
  const message = { UserId: account.userId, DeviceProfile: profile, ...wishes };
  const path = `/Items/${itemId}/PlaybackInfo`;
  const answer = await readJson(await post(account, path, message, tools));
  const refusal = textOf(answer['ErrorCode']);
  if (refusal !== undefined) throw new ProviderError(refusals[refusal] ?? 'bad_answer');
  const [source] = objectsOf(answer['MediaSources']);
  if (!source) throw new ProviderError('missing');
  needed(textOf(source['Id']));
  return { source, session: textOf(answer['PlaySessionId']) ?? '' };
}

/** `PlaybackErrorCode`. */
const refusals: Readonly<Record<string, ProviderError['failure']>> = {
  NotAllowed: 'forbidden',
  NoCompatibleStream: 'missing',
  RateLimitExceeded: 'busy',
};

/** The unmodified file. */
function originalMode(
  account: EmbyAccount,
  itemId: string,
  { source, session }: PlaybackSession,
  isAudio: boolean,
): PlayedMode {
  const url = addressOf(account, `/${isAudio ? 'Audio' : 'Videos'}/${itemId}/stream`, {
    static: 'true',
    mediaSourceId: textOf(source['Id']),
    playSessionId: session,
    deviceId: account.deviceId,
    tag: textOf(source['ETag']),
  });
  const container = textOf(source['Container']);
  const media: ResolvedMedia = {
    name: textOf(source['Name']) ?? '',
    format: MediaFormat.FILE,
    upstream: { url, headers: headersOf(account) },
    ...(container === undefined ? {} : { metadata: { container } }),
  };
  const method = source['SupportsDirectPlay'] === true ? 'DirectPlay' : 'DirectStream';
  return { name: 'original', medias: [media], subtitles: [], session, method };
}

/** Reasons for which the server keeps the video, and converts only the container or the audio (`TranscodeReason`). */
const pictureStays = /^(?:ContainerNotSupported|(?:Secondary)?Audio[A-Za-z]+)$/;

/** The unmodified video in a container that the player supports, if the server says that this is enough. [EB12] */
function remuxedMode(account: EmbyAccount, { source, session }: PlaybackSession): PlayedMode[] {
  const url = textOf(source['TranscodingUrl']);
  if (url === undefined) return [];
  const reasons = new URL(`${account.url}${url}`).searchParams.get('TranscodeReasons')?.split(',') ?? [];
  if (reasons.length === 0 || !reasons.every((reason) => pictureStays.test(reason))) return [];
  const medias = transcodedMedias(account, url, source);
  return [{ name: 'converted', medias, subtitles: [], isConverted: true, session, method: 'Transcode' }];
}

/**
 * Transcodes to smaller pictures and other codecs. Requests each of them, because only the server knows its options for
 * the film.
 */
async function transcodedModes(asking: Asking, source: Answered) {
  const height = streamsOf(source).reduce((most, stream) => Math.max(most, numberOf(stream['Height']) ?? 0), 0);
  // A film slightly lower than a quality, such as a widescreen film, still gains from it. The smallest quality is
  // always offered.
  const offered = qualities.filter((quality, i) => quality.height <= height * 1.4 || i === qualities.length - 1);
  const asked = await Promise.all(
    offered.map(async ({ name, maxBitrate }): Promise<PlayedMode[]> => {
      const wishes = {
        MediaSourceId: textOf(source['Id']),
        MaxStreamingBitrate: maxBitrate,
        EnableDirectPlay: false,
        EnableDirectStream: false,
        EnableTranscoding: true,
      };
      const { source: made, session } = await askPlayback(asking, wishes);
      const url = textOf(made['TranscodingUrl']);
      if (url === undefined) return [];
      const medias = transcodedMedias(asking.account, url, made);
      return [{ name, medias, subtitles: [], isConverted: true, session, method: 'Transcode' }];
    }),
  );
  return asked.flat();
}

/** One per audio track of the film, the default one first. */
function transcodedMedias(account: EmbyAccount, transcodingUrl: string, source: Answered): ResolvedMedia[] {
  const tracks = streamsOf(source).filter(({ Type }) => Type === 'Audio');
  const usual = numberOf(source['DefaultAudioStreamIndex']);
  const inOrder = [...tracks].sort((a, b) => Number(b['Index'] === usual) - Number(a['Index'] === usual));
  const addressFor = (index: number | undefined): UpstreamAddress => {
    const url = withoutToken(new URL(`${account.url}${transcodingUrl}`));
    if (index !== undefined) url.searchParams.set('AudioStreamIndex', String(index));
    return { url: url.href, headers: headersOf(account) };
  };
  if (inOrder.length < 2) return [{ name: '', format: MediaFormat.HLS, upstream: addressFor(undefined) }];
  return inOrder.map((track) => ({
    name: textOf(track['DisplayTitle']) ?? textOf(track['Language']) ?? '',
    format: MediaFormat.HLS,
    upstream: addressFor(numberOf(track['Index'])),
  }));
}

/** The token is sent in a header: logs contain addresses, and playlists repeat their query. */
function withoutToken(url: URL): URL {
  for (const name of [...url.searchParams.keys()])
    if (/^(?:api_?key|x-emby-token)$/i.test(name)) url.searchParams.delete(name);
  return url;
}

type NumberedSubtitle = ResolvedSubtitle & { readonly index: number | undefined };

/**
 * Text subtitles. The server converts all of them to WebVTT, or ASS if the player supports it. Picture subtitles would
 * have to be burnt in.
 */
function subtitlesOf(
  account: EmbyAccount,
  itemId: string,
  source: Answered,
  player: Player | undefined,
): NumberedSubtitle[] {
  const showsAss = player?.subtitleFormats.includes('ass') === true;
  const sourceId = textOf(source['Id']) ?? itemId;
  return streamsOf(source).flatMap((stream) => {
    const index = numberOf(stream['Index']);
    if (stream['Type'] !== 'Subtitle' || stream['IsTextSubtitleStream'] !== true || index === undefined) return [];
    const given = textOf(stream['DeliveryUrl']);
    // `IsExternalUrl`: the file is on another server, which must not get the account's token.
    const codec = textOf(stream['Codec'])?.toLowerCase() ?? '';
    const format = showsAss && /^(?:ass|ssa)$/.test(codec) ? codec : 'vtt';
    const isHere =
      given !== undefined && stream['IsExternalUrl'] !== true && given.split('?', 1)[0]!.endsWith(`.${format}`);
    const path = isHere ? given : `/Videos/${itemId}/${sourceId}/Subtitles/${index}/Stream.${format}`;
    const language = languageTag(textOf(stream['Language']) ?? '');
    return [
      {
        index,
        name: textOf(stream['DisplayTitle']) ?? textOf(stream['Title']) ?? language,
        language,
        upstream: { url: withoutToken(new URL(`${account.url}${path}`)).href, headers: headersOf(account) },
      },
    ];
  });
}

function withSubtitles(mode: ResolvedMode, subtitles: readonly NumberedSubtitle[], source: Answered): ResolvedMode {
  const usual = numberOf(source['DefaultSubtitleStreamIndex']);
  const defaultSubtitleIndex = subtitles.findIndex(({ index }) => index !== undefined && index === usual);
  return {
    ...mode,
    subtitles: subtitles.map(({ index: _, ...subtitle }) => subtitle),
    ...(defaultSubtitleIndex < 0 ? {} : { defaultSubtitleIndex }),
  };
}

function streamsOf(source: Answered): Answered[] {
  return objectsOf(source['MediaStreams']);
}

function chaptersOf(item: Answered): NonNullable<Resolved['chapters']> {
  return objectsOf(item['Chapters'])
    .flatMap((chapter) => {
      const startSeconds = secondsOf(chapter['StartPositionTicks']);
      return startSeconds === undefined ? [] : [{ startSeconds, name: textOf(chapter['Name']) ?? '' }];
    })
    .sort((a, b) => a.startSeconds - b.startSeconds);
}

const trackKinds: Readonly<Record<string, MediaTrackKind>> = {
  Video: MediaTrackKind.VIDEO,
  Audio: MediaTrackKind.AUDIO,
  Subtitle: MediaTrackKind.SUBTITLE,
};

function toTrack(stream: Answered): NonNullable<Resolved['tracks']>[number][] {
  const kind = trackKinds[textOf(stream['Type']) ?? ''];
  if (kind === undefined) return [];
  return [
    {
      kind,
      codec: (textOf(stream['Codec']) ?? '').toLowerCase(),
      codecString: '',
      language: languageTag(textOf(stream['Language']) ?? ''),
      name: textOf(stream['DisplayTitle']) ?? '',
      default: stream['IsDefault'] === true,
      width: wholeOf(stream['Width']),
      height: wholeOf(stream['Height']),
      channels: wholeOf(stream['Channels']),
      sampleRate: wholeOf(stream['SampleRate']),
    },
  ];
}

function wholeOf(value: unknown): number {
  const number = numberOf(value) ?? 0;
  return Number.isInteger(number) && number >= 0 && number < 2 ** 31 ? number : 0;
}
