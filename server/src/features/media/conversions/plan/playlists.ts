/** Playlists of a converted film (RFC 8216). Pure. [CV5] */
import type { SoundStream } from './film-streams.ts';
import { type Plan, type Rendition, standardSound } from './plan.ts';

/** `queryOf` gives the query of a rendition's addresses. */
export function masterPlaylist({ pictures, sounds }: Plan, queryOf: (rendition: Rendition) => string): string {
  const addressOf = (rendition: Rendition) => `conversion/${rendition.name}/index.m3u8?${queryOf(rendition)}`;
  const names = namesOf(sounds.map(({ stream }) => stream as SoundStream));
  const standard = standardSound(sounds);
  const isGrouped = pictures.length > 0 || sounds.length > 1;
  const media = sounds.map((sound, i) =>
    [
      '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound"',
      `NAME="${names[i]}"`,
      ...languageOf(sound.stream as SoundStream),
      `DEFAULT=${sound === standard ? 'YES' : 'NO'}`,
      'AUTOSELECT=YES',
      `URI="${addressOf(sound)}"`,
    ].join(),
  );
  const [sound] = sounds;
  const offered = pictures.length > 0 ? pictures : sounds.slice(0, 1);
  const variants = offered.flatMap((variant, i) => {
    const codecs = sound && variant !== sound ? `${variant.codecs},${sound.codecs}` : variant.codecs;
    const attributes = [
      `BANDWIDTH=${Math.round(variant.bitsPerSecond * 1.2)}`,
      `CODECS="${codecs}"`,
      `SCORE=${offered.length - i}`,
      ...(variant.height > 0 ? [`RESOLUTION=${variant.width}x${variant.height}`] : []),
      ...(sound && isGrouped ? ['AUDIO="sound"'] : []),
    ];
    return [`#EXT-X-STREAM-INF:${attributes.join()}`, addressOf(variant)];
  });
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...(isGrouped ? media : []),
    ...variants,
    '',
  ].join('\n');
}

/** All segments of a rendition, whether they are made already or not. */
export function renditionPlaylist({ starts }: Rendition, durationSeconds: number, query: string): string {
  const lengths = starts.map((start, i) => (starts[i + 1] ?? Math.max(durationSeconds, start + 0.001)) - start);
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${Math.ceil(Math.max(...lengths))}`,
    '#EXT-X-PLAYLIST-TYPE:VOD',
    `#EXT-X-MAP:URI="init.mp4?${query}"`,
    ...lengths.flatMap((length, i) => [`#EXTINF:${length.toFixed(6)},`, `${i}.m4s?${query}`]),
    '#EXT-X-ENDLIST',
    '',
  ].join('\n');
}

function languageOf({ language }: SoundStream): readonly string[] {
  return language === '' ? [] : [`LANGUAGE="${language}"`];
}

/** Names that differ from one another and fit between quotation marks. */
function namesOf(sounds: readonly SoundStream[]): readonly string[] {
  const plain = sounds.map(({ name, language }) => (name || language).replace(/["\r\n]/g, ' ').trim());
  return plain.map((name, i) =>
    name !== '' && plain.indexOf(name) === plain.lastIndexOf(name) ? name : `${name} ${i + 1}`.trim(),
  );
}
