import type { RoomConnection } from '../../../../client/room/room.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { useStoredChoice } from '../../../../ui/stored-choice.ts';
import { roomCommentsShown } from '../../danmaku/choices.port.ts';
import { DanmakuChoices, RoomCommentsChoice } from '../../danmaku/danmaku-choices.tsx';
import { useOwnComments } from '../../danmaku/own-comments.ts';
import { EvenChoice } from '../../even-loudness/even-choice.tsx';
import { useHasLiveComments } from '../../live-comments/live-comments.port.ts';
import { ExchangeChoices } from '../../swarms/exchange-choice.tsx';
import { Choice } from '../choice.port.tsx';
import type { PlaybackCommands } from '../input/use-commands.ts';
import { useChosenInfo, usePlaybackState } from '../playback.port.ts';
import { clampOffset, soundOffset, soundStepMs } from '../sound/sound-offset.ts';
import type { Subtitles } from '../subtitles/subtitle-choice.ts';
import type { PlayerHandle } from '../use-player.ts';
import { Delivery, FilmChoices } from './film-choices.tsx';
import { Stepper, signed } from './stepper.tsx';
import { SubtitleChoices } from './subtitle-choices.tsx';

const speeds = [0.5, 0.75, 1, 1.25, 1.5, 2];

export interface SettingsChoicesProps {
  readonly room: RoomConnection;
  readonly player: PlayerHandle;
  readonly mayControl: boolean;
  readonly commands: PlaybackCommands;
  readonly subtitles: Subtitles;
}

/** The room's speed, and this person's picture, sound and subtitles. */
export function SettingsChoices({ room, player, mayControl, commands, subtitles }: SettingsChoicesProps) {
  const { t, i18n } = useTranslation('playback');
  const speed = usePlaybackState(room)?.speed ?? 1;
  const speedName = (value: number) => `${new Intl.NumberFormat(i18n.locale).format(value)} ×`;
  const offered = speeds.includes(speed) ? speeds : [...speeds, speed].sort((a, b) => a - b);
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
      <FilmChoices room={room} tracks={player.tracks} />
      {/* Another site's player has its own subtitles and sound. */}
      {!player.embed && (
        <>
          <SubtitleChoices subtitles={subtitles} />
          <SoundOffset />
          <EvenChoice signatures={player.signatures} />
        </>
      )}
      <Danmaku room={room} isEmbed={player.embed !== undefined} />
      <Delivery room={room} />
      <ExchangeChoices room={room} />
    </div>
  );
}

/** The choices about comments, if any fly over the item. Nothing is drawn over another site's player. */
function Danmaku({ room, isEmbed }: Pick<SettingsChoicesProps, 'room'> & { readonly isEmbed: boolean }) {
  const danmakus = useChosenInfo(room)?.danmakus ?? [];
  const isLive = useHasLiveComments(room) && !isEmbed;
  const own = useOwnComments(usePlaybackState(room)?.media_id);
  const isOfRoom = useStoredChoice(roomCommentsShown) === 'on' && !isEmbed;
  return (
    <>
      {!isEmbed && <RoomCommentsChoice />}
      {(isLive || isOfRoom || own || danmakus.length > 0) && <DanmakuChoices danmakus={danmakus} own={own} />}
    </>
  );
}

/** Shifts the sound against the picture, for headphones and loudspeakers that lag. [SY46] */
function SoundOffset() {
  const { t, i18n } = useTranslation('playback');
  const offsetMs = useStoredChoice(soundOffset);
  return (
    <Stepper
      label={t('sound.title')}
      shown={t('sound.offsetIs', { milliseconds: signed(offsetMs, i18n.locale) })}
      less={t('sound.earlier')}
      more={t('sound.later')}
      hint={t('sound.hint')}
      onStep={(direction) => soundOffset.set(clampOffset(offsetMs + direction * soundStepMs))}
    />
  );
}
