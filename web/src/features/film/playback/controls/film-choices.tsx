import { useStore } from '../../../../client/room/hooks.ts';
import type { RoomConnection } from '../../../../client/room/room.ts';
import type { Store } from '../../../../client/store.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { useStoredChoice } from '../../../../ui/stored-choice.ts';
import { Choice } from '../choice.port.tsx';
import { useChosenInfo, usePlayback } from '../playback.port.ts';
import type { LanguageTrack, QualityLevel, Tracks } from '../source/engines/engine.ts';
import { levelFor } from '../source/engines/engine.ts';
import { findTrack, trackKey, wantedAudio, wantedHeight } from '../source/preferences.ts';
import { isRung, modeOf, remuxingOf, soundsOf, useVersion, versionsOf, wantedVersion } from '../source/versions.ts';
import { trackNames } from './track-names.ts';
import { useRungs } from './use-rungs.ts';

export interface FilmChoicesProps {
  readonly room: RoomConnection;
  readonly tracks: Store<Tracks>;
}

/** This person's choice of the film's version, quality and language. Shows nothing where there is only one option. */
export function FilmChoices({ room, tracks }: FilmChoicesProps) {
  const { levels, level, audios, audio } = useStore(tracks);
  const playback = usePlayback(room);
  useVersion();
  // A file's own sounds are offered where the server can convert it: browsers do not change the sound of files.
  const [sounds, sound] = audios.length > 0 || !playback ? [audios, audio] : soundsOf(playback);
  return (
    <>
      <Versions room={room} />
      <Quality levels={levels} level={level} />
      <Audio audios={sounds} audio={sound} />
    </>
  );
}

/** The versions of the item, without the smaller ones of a live stream that it does not have now. [SY50] [SY102] */
function Versions({ room }: { readonly room: RoomConnection }) {
  const { t } = useTranslation('playback');
  const playback = usePlayback(room);
  const wanted = useVersion();
  const rungs = useRungs(room, playback?.media);
  const all = playback ? versionsOf(playback) : [];
  const versions = all.filter((version) => !isRung(playback!, version) || rungs.includes(version));
  if (playback === undefined || versions.length < 2) return null;
  const playing = versions.includes(wanted) && modeOf(playback, wanted) !== playback.default_mode ? wanted : '';
  return (
    <Choice
      label={t('version.title')}
      value={playing}
      options={versions.map((version) => [version, versionName(version, versions, t)])}
      onChange={wantedVersion.set}
    />
  );
}

const automatic = '0';

/** The largest picture to load, or that the network decides. [SY51] */
function Quality({ levels, level }: Pick<Tracks, 'levels' | 'level'>) {
  const { t } = useTranslation('playback');
  const wanted = useStoredChoice(wantedHeight);
  const heights = [...new Set(levels.map(({ height }) => height))].filter((height) => height > 0).sort((a, b) => b - a);
  if (heights.length < 2) return null;
  const playing = levels.find(({ id }) => id === level)?.height;
  const auto = playing ? t('quality.autoAt', { quality: nameOf(playing) }) : t('quality.auto');
  return (
    <Choice
      label={t('quality.title')}
      value={wanted === 0 ? automatic : String(limitOf(levels, wanted))}
      options={[
        [automatic, wanted === 0 ? auto : t('quality.auto')],
        ...heights.map((height): [string, string] => [String(height), nameOf(height)]),
      ]}
      onChange={(value) => wantedHeight.set(Number(value))}
    />
  );
}

function limitOf(levels: readonly QualityLevel[], wanted: number): number {
  return levelFor(levels, wanted)?.height ?? 0;
}

/** The usual name of a quality: `720p`. */
function nameOf(height: number): string {
  return `${height}p`;
}

/** The language of the sound. [SY51] */
function Audio({ audios, audio }: { readonly audios: readonly LanguageTrack[]; readonly audio: string | undefined }) {
  const { t, i18n } = useTranslation('playback');
  const wanted = useStoredChoice(wantedAudio);
  if (audios.length < 2) return null;
  const names = trackNames(audios, i18n.locale);
  return (
    <Choice
      label={t('audio.title')}
      // The choice shows at once, although the stream takes a moment to switch.
      value={findTrack(audios, wanted)?.id ?? audio ?? ''}
      options={audios.map(({ id }, index) => [id, names[index] || t('audio.track', { number: index + 1 })])}
      onChange={(id) => {
        const track = audios.find((one) => one.id === id);
        if (track) wantedAudio.set(trackKey(track));
      }}
    />
  );
}

/**
 * Tells the person when the film passes through the server, when that or the page changes it for their browser, and when
 * they are ahead of the room. [SY105]
 */
export function Delivery({ room }: { readonly room: RoomConnection }) {
  const { t } = useTranslation('playback');
  const playback = usePlayback(room);
  const medias = useChosenInfo(room)?.medias ?? [];
  const isProxied = medias.some(({ proxied }) => proxied);
  const isRemuxed = playback !== undefined && remuxingOf(playback) !== undefined;
  const isAhead = playback !== undefined && modeOf(playback).endsWith('_whep');
  return (
    <>
      {isProxied && <p className="text-muted">{t(medias[0]?.converted ? 'delivery.converted' : 'delivery.proxied')}</p>}
      {isRemuxed && <p className="text-muted">{t('delivery.remuxed')}</p>}
      {isAhead && <p className="text-muted">{t('delivery.ahead')}</p>}
    </>
  );
}

/**
 * The first version has no name. It is the original film, unless the list has an `original` further down. A live stream
 * of this server has two versions of full size: one with little delay, and HLS.
 */
function versionName(version: string, versions: readonly string[], t: (key: string) => string): string {
  if (versions.includes('hls') && version === '') return t('version.quick');
  if (version === 'whep') return t('version.closest');
  if (version === 'hls' || version === 'sound') return t(version === 'hls' ? 'version.steady' : 'version.sound');
  const isOriginal = version === 'original' || (version === '' && !versions.includes('original'));
  if (isOriginal) return t('version.original');
  return version === '' || version === 'converted' ? t('version.converted') : version;
}
