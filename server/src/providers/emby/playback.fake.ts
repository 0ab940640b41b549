/** Playback of a fake Jellyfin or Emby server: tracks, reasons for transcoding, and bytes. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Message } from './library.fake.ts';

const streams: readonly Message[] = [
  { Type: 'Video', Codec: 'h264', Index: 0, Width: 1920, Height: 800, IsDefault: true, DisplayTitle: '1080p H264' },
  {
    Type: 'Audio',
    Codec: 'ac3',
    Index: 1,
    Language: 'eng',
    Channels: 6,
    IsDefault: false,
    DisplayTitle: 'English - AC3 - 5.1',
  },
  {
    Type: 'Audio',
    Codec: 'aac',
    Index: 2,
    Language: 'ger',
    Channels: 2,
    IsDefault: true,
    DisplayTitle: 'German - AAC - Stereo',
  },
  { Type: 'Subtitle', Codec: 'subrip', Index: 3, Language: 'eng', IsTextSubtitleStream: true, DisplayTitle: 'English' },
  {
    Type: 'Subtitle',
    Codec: 'ass',
    Index: 4,
    Language: 'deu',
    IsTextSubtitleStream: true,
    DisplayTitle: 'Deutsch',
    IsExternal: true,
  },
  { Type: 'Subtitle', Codec: 'pgssub', Index: 5, Language: 'fra', IsTextSubtitleStream: false, DisplayTitle: 'French' },
];
const usualFilm: Film = { container: 'mp4', video: 'h264', audio: 'aac' };
/** Films that some browsers cannot play directly. */
const films: Readonly<Record<string, Film>> = {
  m2: { container: 'mkv', video: 'h264', audio: 'aac' },
  m3: { container: 'mkv', video: 'hevc', audio: 'eac3' },
};
const filmBytes = Buffer.from('the film itself, byte by byte');
/** Jellyfin writes the account's token into the addresses of its tile sheets. */
export const tiles = `#EXTM3U
#EXT-X-TARGETDURATION:2
#EXT-X-VERSION:7
#EXT-X-MEDIA-SEQUENCE:1
#EXT-X-PLAYLIST-TYPE:VOD
#EXT-X-IMAGES-ONLY
#EXTINF:20,
#EXT-X-TILES:RESOLUTION=320x180,LAYOUT=10x10,DURATION=10
0.jpg?MediaSourceId=m1&ApiKey=leak
#EXT-X-ENDLIST
`;

export function playbackInfo(item: Message, message: Message): Message {
  if (item['Id'] === 'm6') return { MediaSources: [], ErrorCode: 'NotAllowed', PlaySessionId: 'none' };
  const film = films[String(item['Id'])] ?? usualFilm;
  const reasons = reasonsAgainst(film, (message['DeviceProfile'] ?? {}) as Message);
  const maxBitrate = Number(message['MaxStreamingBitrate'] ?? 120_000_000);
  const isDirect = message['EnableDirectPlay'] !== false && reasons.length === 0;
  const source = {
    Id: item['Id'],
    Name: item['Name'],
    Container: film.container,
    RunTimeTicks: item['RunTimeTicks'],
    ETag: 'etag1',
    SupportsDirectPlay: isDirect,
    SupportsDirectStream: isDirect,
    SupportsTranscoding: true,
    DefaultAudioStreamIndex: 2,
    DefaultSubtitleStreamIndex: 4,
    MediaStreams: streams
      .map((one): Message => ({ ...one, ...codecIn(film, one) }))
      .map((stream) =>
        stream['Index'] === 3
          ? {
              ...stream,
              DeliveryMethod: 'External',
              DeliveryUrl: `/Videos/${item['Id']}/${item['Id']}/Subtitles/3/0/Stream.vtt?api_key=leak`,
            }
          : stream,
      ),
    ...(isDirect
      ? {}
      : {
          TranscodingUrl: `/videos/${item['Id']}/master.m3u8?DeviceId=d&MediaSourceId=${item['Id']}&VideoBitrate=${maxBitrate}&AudioStreamIndex=2&api_key=leak&ApiKey=leak&PlaySessionId=play2${reasons.length > 0 ? `&TranscodeReasons=${reasons.join()}` : ''}`,
          TranscodingSubProtocol: 'hls',
          TranscodingContainer: 'ts',
        }),
  };
  return { MediaSources: [source], PlaySessionId: message['EnableDirectPlay'] === false ? 'play2' : 'play1' };
}

/** The container and codecs of a film: its video, and its default audio. */
interface Film {
  readonly container: string;
  readonly video: string;
  readonly audio: string;
}

function codecIn({ video, audio }: Film, { Type, IsDefault }: Message): Message {
  if (Type === 'Video') return { Codec: video };
  return Type === 'Audio' && IsDefault === true ? { Codec: audio } : {};
}

/**
 * `TranscodeReason`s for a player's profiles ("DirectPlayProfile": comma-separated lists; a film must match all lists
 * of one profile).
 */
function reasonsAgainst({ container, video, audio }: Film, profile: Message): string[] {
  const has = (list: unknown, one: string) => String(list).split(',').includes(one);
  const ofVideo = ((profile['DirectPlayProfiles'] ?? []) as Message[]).filter(({ Type }) => Type === 'Video');
  const fitting = ofVideo.filter(({ Container }) => has(Container, container));
  if (fitting.some(({ VideoCodec, AudioCodec }) => has(VideoCodec, video) && has(AudioCodec, audio))) return [];
  const considered = fitting.length > 0 ? fitting : ofVideo;
  return [
    ...(fitting.length > 0 ? [] : ['ContainerNotSupported']),
    ...(considered.some(({ VideoCodec }) => has(VideoCodec, video)) ? [] : ['VideoCodecNotSupported']),
    ...(considered.some(({ AudioCodec }) => has(AudioCodec, audio)) ? [] : ['AudioCodecNotSupported']),
  ];
}

export function sendFile({ headers }: IncomingMessage, response: ServerResponse): void {
  const base = { 'content-type': 'video/mp4', 'accept-ranges': 'bytes', etag: '"1"' };
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
  if (first === undefined)
    return void response.writeHead(200, { ...base, 'content-length': filmBytes.length }).end(filmBytes);
  const end = last === '' ? filmBytes.length - 1 : Math.min(Number(last), filmBytes.length - 1);
  const range = `bytes ${first}-${end}/${filmBytes.length}`;
  const body = filmBytes.subarray(Number(first), end + 1);
  response.writeHead(206, { ...base, 'content-length': body.length, 'content-range': range }).end(body);
}
