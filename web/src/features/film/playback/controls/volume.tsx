import { Volume1, Volume2, VolumeX } from 'lucide-react';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { PlayerButton } from '../player-button.tsx';
import type { FilmPort } from '../sync/media-port.ts';
import type { VideoFacts } from '../use-video.ts';

export interface VolumeProps {
  /** The player that gives the sound now. */
  readonly heard: () => FilmPort | undefined;
  readonly facts: VideoFacts;
  readonly onToggleMute: () => void;
}

/** Sets this person's volume only. On phones there is only the mute button: phones have volume keys. */
export function Volume({ heard, facts, onToggleMute }: VolumeProps) {
  const { t } = useTranslation('playback');
  const isSilent = facts.isMuted || facts.volume === 0;
  const Icon = isSilent ? VolumeX : facts.volume < 0.5 ? Volume1 : Volume2;
  return (
    <span className="group/volume flex items-center">
      <PlayerButton
        label={t(isSilent ? 'unmute' : 'mute')}
        keys="M"
        icon={<Icon size={20} aria-hidden="true" />}
        onClick={onToggleMute}
      />
      <input
        type="range"
        min={0}
        max={100}
        step={5}
        aria-label={t('volume')}
        value={isSilent ? 0 : Math.round(facts.volume * 100)}
        onChange={(event) => {
          const element = heard();
          if (element === undefined) return;
          element.volume = Number(event.target.value) / 100;
          element.muted = false;
        }}
        className="hidden h-6 w-20 cursor-pointer accent-(--color-accent) @min-[40rem]:[@media(hover:hover)]:block"
      />
    </span>
  );
}
