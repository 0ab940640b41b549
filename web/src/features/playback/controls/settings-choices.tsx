import type { RoomConnection } from '../../../client/room/room.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { useKept } from '../../../ui/kept.ts';
import type { PlaybackCommands } from '../input/use-commands.ts';
import { type SubtitleChoice, type SubtitleSize, subtitleSizes } from '../overlay/subtitle-view.tsx';
import { chosenInfo, usePlayback, usePlaybackState } from '../playback.port.ts';
import { clampOffset, soundOffset, soundStepMs } from '../sound/sound-offset.ts';
import { Choice } from './choice.tsx';
import { Stepper } from './stepper.tsx';

const speeds = [0.5, 0.75, 1, 1.25, 1.5, 2];
const off = 'off';

export interface SettingsChoicesProps {
  readonly room: RoomConnection;
  readonly mayControl: boolean;
  readonly commands: PlaybackCommands;
  readonly subtitles: SubtitleChoice;
  readonly setSubtitles: (choice: SubtitleChoice) => void;
}

/** The room's speed, and the subtitles and sound of this person. */
export function SettingsChoices({ room, mayControl, commands, subtitles, setSubtitles }: SettingsChoicesProps) {
  const { t, i18n } = useTranslation('playback');
  const playback = usePlayback(room);
  const available = (playback && chosenInfo(playback)?.subtitles) ?? [];
  const speed = usePlaybackState(room)?.speed ?? 1;
  const speedName = (value: number) => `${new Intl.NumberFormat(i18n.language).format(value)} ×`;
  const offered = speeds.includes(speed) ? speeds : [...speeds, speed].sort((a, b) => a - b);
  const tracks = available.map(
    ({ name, language }, index) => name || language || t('subtitles.track', { number: index + 1 }),
  );
  return (
    <div className="grid gap-4">
      {mayControl ? (
        <Choice
          label={t('speed')}
          value={String(speed)}
          options={offered.map((value) => [String(value), speedName(value)])}
          onChange={(value) => commands.setSpeed(Number(value))}
        />
      ) : (
        <p className="text-muted">{t('speedIs', { speed: speedName(speed) })}</p>
      )}
      {available.length === 0 ? (
        <p className="text-muted">{t('subtitles.none')}</p>
      ) : (
        <Choice
          label={t('subtitles.title')}
          value={subtitles.index === undefined ? off : String(subtitles.index)}
          options={[[off, t('subtitles.off')], ...tracks.map((name, index): [string, string] => [String(index), name])]}
          onChange={(value) => setSubtitles({ ...subtitles, index: value === off ? undefined : Number(value) })}
        />
      )}
      {subtitles.index !== undefined && (
        <Choice
          label={t('subtitles.size')}
          value={subtitles.size}
          options={Object.keys(subtitleSizes).map((size) => [size, t(`subtitles.${size}`)])}
          onChange={(size) => setSubtitles({ ...subtitles, size: size as SubtitleSize })}
        />
      )}
      {subtitles.index !== undefined && (
        <SubtitleDelay
          seconds={subtitles.delaySeconds}
          onChange={(delaySeconds) => setSubtitles({ ...subtitles, delaySeconds })}
        />
      )}
      <SoundOffset />
    </div>
  );
}

/** What one press moves the subtitles by, in seconds. */
const delayStep = 0.5;

interface SubtitleDelayProps {
  readonly seconds: number;
  readonly onChange: (seconds: number) => void;
}

/** Moves the subtitles in time, for files that do not fit the film exactly. [SY44] */
function SubtitleDelay({ seconds, onChange }: SubtitleDelayProps) {
  const { t, i18n } = useTranslation('playback');
  return (
    <Stepper
      label={t('subtitles.delay')}
      shown={t('subtitles.delayIs', { seconds: signed(seconds, i18n.language) })}
      less={t('subtitles.earlier')}
      more={t('subtitles.later')}
      onStep={(direction) => onChange(seconds + direction * delayStep)}
    />
  );
}

/** Moves the sound against the picture, for headphones and loudspeakers that lag. [SY46] */
function SoundOffset() {
  const { t, i18n } = useTranslation('playback');
  const offsetMs = useKept(soundOffset);
  return (
    <Stepper
      label={t('sound.title')}
      shown={t('sound.offsetIs', { milliseconds: signed(offsetMs, i18n.language) })}
      less={t('sound.earlier')}
      more={t('sound.later')}
      hint={t('sound.hint')}
      onStep={(direction) => soundOffset.set(clampOffset(offsetMs + direction * soundStepMs))}
    />
  );
}

function signed(value: number, language: string): string {
  return new Intl.NumberFormat(language, { signDisplay: 'exceptZero' }).format(value);
}
