/** Reads facts about a film from an MPD of DASH (ISO/IEC 23009-1, section 5.3). Pure. */
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { codecOf } from './codec-names.ts';
import { type FilmTrack, maxTracks, shownLanguage, shownName } from './film-facts.ts';
import { xmlSeconds } from './xml-seconds.ts';

export interface DashFacts {
  readonly isLive: boolean;
  readonly durationSeconds: number | undefined;
  readonly tracks: readonly FilmTrack[];
}

/** @throws Error when `text` is not an MPD. */
export function readMpd(text: string): DashFacts {
  const tracks: FilmTrack[] = [];
  let root: SaxesTagPlain | undefined;
  let set: Readonly<Record<string, string>> = {};
  let isTold = false;
  const parser = new SaxesParser();
  parser.on('doctype', () => {
    throw new Error('an MPD declares nothing');
  });
  parser.on('opentag', (tag) => {
    root ??= tag;
    const name = tag.name.replace(/^.*:/, '');
    if (name === 'AdaptationSet') {
      set = tag.attributes;
      isTold = false;
    }
    // The first representation represents its whole set: the others have the same content in other qualities.
    if (name !== 'Representation' || isTold) return;
    isTold = true;
    const track = trackOf({ ...set, ...tag.attributes }, set);
    if (track && tracks.length < maxTracks) tracks.push(track);
  });
  parser.on('error', (failure) => {
    throw failure;
  });
  parser.write(text).close();
  if (root?.name.replace(/^.*:/, '') !== 'MPD') throw new Error('this is no MPD');
  const { type, mediaPresentationDuration } = root.attributes;
  return { isLive: type === 'dynamic', durationSeconds: xmlSeconds(mediaPresentationDuration) || undefined, tracks };
}

function trackOf(
  given: Readonly<Record<string, string>>,
  set: Readonly<Record<string, string>>,
): FilmTrack | undefined {
  const { codecs = '', mimeType = '', contentType = mimeType.split('/')[0] } = given;
  const codec = codecOf(codecs);
  const kinds: Readonly<Record<string, FilmTrack['kind']>> = { video: 'video', audio: 'audio', text: 'subtitle' };
  const kind = codec?.kind ?? kinds[contentType ?? ''];
  if (!kind) return undefined;
  const number = (name: string) => Number(/^\d{1,6}/.exec(given[name] ?? '')?.[0] ?? 0);
  return {
    kind,
    codec: codec?.name ?? (mimeType === 'text/vtt' ? 'vtt' : ''),
    codecString: shownName(codecs),
    language: shownLanguage(set['lang'] ?? ''),
    name: shownName(set['label'] ?? ''),
    isDefault: false,
    width: number('width'),
    height: number('height'),
    channels: 0,
    sampleRate: number('audioSamplingRate'),
  };
}
