import {
  Input,
  type InputAudioTrack,
  type InputTrack,
  type InputVideoTrack,
  MATROSKA,
  MP4,
  MPEG_TS,
  MpegTsInputFormat,
  QTFF,
  WEBM,
} from 'mediabunny';
import type { ByteSource } from './byte-source.ts';
import type { LostPictures } from './lost-pictures.ts';
import type { FilmFacts, TrackFacts } from './messages.ts';

/** Most tracks of a kind; the rest is left out. Nobody can choose from more. */
const maxTracks = 64;
/** Codecs that the extension for AC-3 decodes. */
const decodable: ReadonlySet<string | null> = new Set(['ac3', 'eac3']);

/** A film that has been read as far as its tracks. */
export interface Film {
  readonly input: Input;
  readonly facts: FilmFacts;
  readonly picture: InputVideoTrack | undefined;
  readonly sounds: readonly InputAudioTrack[];
  /** The time in the file that is the beginning of the film, in seconds. */
  readonly zeroSeconds: number;
  /** Pictures of which bytes are missing, as far as the film was read. */
  readonly lost: LostPictures;
}

/** @throws Error when the bytes are no film that can be read. */
export async function openFilm({ source, lost }: Pick<ByteSource, 'source' | 'lost'>): Promise<Film> {
  const input = new Input({ formats: [MATROSKA, WEBM, MP4, QTFF, MPEG_TS], source });
  const isStream = (await input.getFormat()) instanceof MpegTsInputFormat;
  const tracks = await input.getTracks();
  const pictures = tracks.filter((track) => track.isVideoTrack()).slice(0, maxTracks);
  const sounds = tracks.filter((track) => track.isAudioTrack()).slice(0, maxTracks);
  const [picture, ...otherPictures] = await readable(pictures);
  const used: InputTrack[] = [...(picture ? [picture] : []), ...sounds];
  if (used.length === 0) throw new Error('no tracks');
  // A transport stream begins at any time of a clock; ffmpeg counts from the same place.
  const zeroSeconds = isStream ? await input.getFirstTimestamp(used) : 0;
  const told = isStream ? null : await input.getDurationFromMetadata(used);
  const endSeconds = told ?? (await input.computeDuration(used));
  const durationSeconds = endSeconds - zeroSeconds;
  if (!(durationSeconds > 0) || !Number.isFinite(durationSeconds)) throw new Error('no length');
  const facts: FilmFacts = {
    durationSeconds,
    // Pictures in a transport stream are missing from its tracks when their codec is unknown.
    isWhole: picture !== undefined || (pictures.length === 0 && !isStream),
    picture: picture && (await factsOf(picture, pictures.length - otherPictures.length - 1)),
    sounds: await Promise.all(sounds.map(factsOf)),
  };
  return { input, facts, picture, sounds, zeroSeconds, lost };
}

async function readable(tracks: readonly InputVideoTrack[]): Promise<InputVideoTrack[]> {
  const codecs = await Promise.all(tracks.map((track) => track.getCodec()));
  return tracks.filter((_, index) => codecs[index] !== null);
}

async function factsOf(track: InputVideoTrack | InputAudioTrack, index: number): Promise<TrackFacts> {
  const code = await track.getLanguageCode();
  const language = code === 'und' ? '' : code;
  // A choice is kept by language and name.
  const name = (await track.getName())?.trim() || (language === '' ? String(index + 1) : '');
  return {
    index,
    codec: (await track.getCodecParameterString()) ?? '',
    isDecodable: decodable.has(await track.getCodec()),
    ...{ name, language },
    isDefault: (await track.getDisposition()).default,
  };
}
