/** From where an item of Jellyfin or Emby plays: the file itself, and what the server transcodes. */
import type { EmbySource } from '@matinee/contract/gen/service/provider/emby_pb.ts';
import { MediaTrackKind } from '@matinee/contract/gen/service/provider/media_facts_pb.ts';
import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import { type Answered, needed, numberOf, objectOf, objectsOf, readJson, textOf } from '../json-answer.ts';
import type {
  ProviderTools,
  ResolveContext,
  Resolved,
  ResolvedMedia,
  ResolvedMode,
  ResolvedSubtitle,
  Upstream,
} from '../provider.ts';
import { UpstreamError } from '../upstream-error.ts';
import { deviceProfile, qualities } from './device-profile.ts';
import { accountOf, addressOf, type EmbyAccount, getItem, headersOf, post } from './emby.client.ts';
import { nameOf, secondsOf } from './emby-items.ts';
import { languageTag } from './languages.ts';

/** @throws UpstreamError */
export async function resolve({ itemId }: EmbySource, { account: open, ...tools }: ResolveContext): Promise<Resolved> {
  const account = accountOf(open!.credentials);
  const [item, first] = await Promise.all([getItem(account, itemId, tools), askPlayback(account, itemId, {}, tools)]);
  const isAudio = item['MediaType'] === 'Audio';
  const { source } = first;
  const transcoded = isAudio ? [] : await transcodedModes(account, itemId, source, tools);
  const subtitles = isAudio ? [] : subtitlesOf(account, itemId, source);
  const original = originalMode(account, itemId, first, isAudio);
  const wouldPlay = source['SupportsDirectPlay'] === true || source['SupportsDirectStream'] === true;
  const modes = wouldPlay || transcoded.length === 0 ? [original, ...transcoded] : [...transcoded, original];
  const durationSeconds = secondsOf(source['RunTimeTicks']) ?? secondsOf(item['RunTimeTicks']);
  const picture = objectOf(item['ImageTags'])?.['Primary'];
  return {
    modes: modes.map((mode) => withSubtitles(mode, subtitles, source)),
    needsCredentials: true,
    chapters: chaptersOf(item),
    tracks: streamsOf(source).flatMap(toTrack),
    metadata: { title: nameOf(item) },
    upstreamSession: first.session,
    ...(durationSeconds === undefined ? {} : { durationSeconds }),
    ...(picture === undefined ? {} : { thumbnail: thumbnailOf(account, itemId) }),
  };
}

export function thumbnailOf(account: EmbyAccount, itemId: string): Upstream {
  return { url: addressOf(account, `/Items/${itemId}/Images/Primary`, { maxWidth: 480 }), headers: headersOf(account) };
}

interface AskedPlayback {
  readonly source: Answered;
  readonly session: string;
}

/** Asks how an item plays (`PlaybackInfo`). @throws UpstreamError */
async function askPlayback(
  account: EmbyAccount,
  itemId: string,
  wishes: object,
  tools: ProviderTools,
): Promise<AskedPlayback> {
  const message = { UserId: account.userId, DeviceProfile: deviceProfile, ...wishes };
  const path = `/Items/${itemId}/PlaybackInfo`;
  const answer = await readJson(await post(account, path, message, tools));
  const refusal = textOf(answer['ErrorCode']);
  if (refusal !== undefined) throw new UpstreamError(refusals[refusal] ?? 'bad_answer');
  const [source] = objectsOf(answer['MediaSources']);
  if (!source) throw new UpstreamError('missing');
  needed(textOf(source['Id']));
  return { source, session: textOf(answer['PlaySessionId']) ?? '' };
}

/** `PlaybackErrorCode`. */
const refusals: Readonly<Record<string, UpstreamError['failure']>> = {
  NotAllowed: 'forbidden',
  NoCompatibleStream: 'missing',
  RateLimitExceeded: 'busy',
};

/** The file as it is. */
function originalMode(
  account: EmbyAccount,
  itemId: string,
  { source, session }: AskedPlayback,
  isAudio: boolean,
): ResolvedMode {
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
  return { name: 'original', medias: [media], subtitles: [] };
}

/** Smaller pictures, and other codecs. Each is asked for, because only the server knows what it can make of the film. */
async function transcodedModes(account: EmbyAccount, itemId: string, source: Answered, tools: ProviderTools) {
  const height = streamsOf(source).reduce((most, stream) => Math.max(most, numberOf(stream['Height']) ?? 0), 0);
  // A film that is a little lower than a quality, as wide pictures are, still gains by it. Of the smallest there is always one.
  const offered = qualities.filter((quality, i) => quality.height <= height * 1.4 || i === qualities.length - 1);
  const asked = await Promise.all(
    offered.map(async ({ name, maxBitrate }): Promise<ResolvedMode[]> => {
      const wishes = {
        MediaSourceId: textOf(source['Id']),
        MaxStreamingBitrate: maxBitrate,
        EnableDirectPlay: false,
        EnableDirectStream: false,
        EnableTranscoding: true,
      };
      const { source: made } = await askPlayback(account, itemId, wishes, tools);
      const url = textOf(made['TranscodingUrl']);
      return url === undefined ? [] : [{ name, medias: transcodedMedias(account, url, made), subtitles: [] }];
    }),
  );
  return asked.flat();
}

/** One for each language that the film is spoken in, the usual one first. */
function transcodedMedias(account: EmbyAccount, transcodingUrl: string, source: Answered): ResolvedMedia[] {
  const tracks = streamsOf(source).filter(({ Type }) => Type === 'Audio');
  const usual = numberOf(source['DefaultAudioStreamIndex']);
  const inOrder = [...tracks].sort((a, b) => Number(b['Index'] === usual) - Number(a['Index'] === usual));
  const addressFor = (index: number | undefined): Upstream => {
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

/** The token travels in a header: addresses are in logs, and playlists repeat their query. */
function withoutToken(url: URL): URL {
  for (const name of [...url.searchParams.keys()])
    if (/^(?:api_?key|x-emby-token)$/i.test(name)) url.searchParams.delete(name);
  return url;
}

type NumberedSubtitle = ResolvedSubtitle & { readonly index: number | undefined };

/** Those that are text, which the server gives as WebVTT whatever they are. Pictures would have to be burnt in. */
function subtitlesOf(account: EmbyAccount, itemId: string, source: Answered): NumberedSubtitle[] {
  const sourceId = textOf(source['Id']) ?? itemId;
  return streamsOf(source).flatMap((stream) => {
    const index = numberOf(stream['Index']);
    if (stream['Type'] !== 'Subtitle' || stream['IsTextSubtitleStream'] !== true || index === undefined) return [];
    const given = textOf(stream['DeliveryUrl']);
    // `IsExternalUrl`: on another server, which is not given the account's token.
    const isHere = given !== undefined && stream['IsExternalUrl'] !== true && /\.vtt(?:\?|$)/.test(given);
    const path = isHere ? given : `/Videos/${itemId}/${sourceId}/Subtitles/${index}/Stream.vtt`;
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
