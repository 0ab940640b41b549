import type { Playback } from '@matinee/contract/gen/api.ts';
import { EyeOff, type LucideIcon, VolumeX } from 'lucide-react';
import type { RoomConnection } from '../../../../client/room/room.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { useStoredChoice } from '../../../../ui/stored-choice.ts';
import { useStreamCodec } from '../../streams/stream-codec.ts';
import { usePlayback } from '../playback.port.ts';
import { isPlayed, missingCodecs } from '../source/codecs.ts';
import { isConverted, isSoundAlone, modeOf, remuxingOf, shownVersions, wantedVersion } from '../source/versions.ts';

interface MissingPartProps {
  readonly room: RoomConnection;
}

/**
 * Says that only the sound of a film plays, and offers versions that this browser shows. Without any error, browsers
 * play the sound of a film whose picture they cannot decode. [SY62]
 */
export function NoPicture({ room }: MissingPartProps) {
  const playback = usePlayback(room);
  const liveCodec = useStreamCodec(room, playback?.media);
  // Without a video track the item is music.
  const pictures = playback?.tracks.filter(({ kind }) => kind === 'video') ?? [];
  if (
    !playback ||
    isConverted(playback) ||
    isSoundAlone(playback) ||
    (pictures.length === 0 && liveCodec === undefined)
  )
    return null;
  const codecs = pictures.length > 0 ? missingCodecs(pictures, playback.container) : [liveCodec!.toUpperCase()];
  return <MissingPart part="noPicture" Icon={EyeOff} {...{ playback, codecs }} />;
}

/** The same for a film whose audio tracks the browser cannot decode at all. [SY62] */
export function NoSound({ room }: MissingPartProps) {
  const playback = usePlayback(room);
  const sounds = playback?.tracks.filter(({ kind }) => kind === 'audio') ?? [];
  if (
    !playback ||
    isConverted(playback) ||
    remuxingOf(playback) !== undefined ||
    sounds.length === 0 ||
    sounds.some((sound) => isPlayed(sound, playback.container))
  )
    return null;
  const codecs = missingCodecs(sounds, playback.container);
  return <MissingPart part="noSound" Icon={VolumeX} {...{ playback, codecs }} />;
}

interface PartProps {
  readonly part: 'noPicture' | 'noSound';
  readonly Icon: LucideIcon;
  readonly playback: Playback;
  readonly codecs: readonly string[];
}

function MissingPart({ part, Icon, playback, codecs }: PartProps) {
  const { t, i18n } = useTranslation('playback');
  useStoredChoice(wantedVersion);
  const others = shownVersions(playback, modeOf(playback));
  const why = codecs.length > 0 ? t(`${part}.codecs`, { codecs: new Intl.ListFormat(i18n.locale).format(codecs) }) : '';
  return (
    <div
      role="status"
      className="pointer-events-auto flex max-w-full flex-wrap items-center justify-center gap-x-3 gap-y-1 rounded-card border border-border bg-surface/95 px-4 py-2 text-sm shadow-raised"
    >
      <Icon size={18} aria-hidden="true" className="shrink-0 text-accent-text" />
      <span className="min-w-0 text-balance">
        <span className="font-medium">{t(`${part}.title`)}</span> {why} {others.length === 0 && t('noPicture.advice')}
      </span>
      {others.map((version) => (
        <Button key={version} kind="primary" onClick={() => wantedVersion.set(version)}>
          {version === '' ? t('noPicture.original') : t('noPicture.version', { version })}
        </Button>
      ))}
    </div>
  );
}
