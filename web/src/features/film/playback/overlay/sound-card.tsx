import { shownTitle } from '@matinee/contract/titles/shown-title.ts';
import { Music } from 'lucide-react';
import type { RoomConnection } from '../../../../client/room/room.ts';
import { classNames } from '../../../../ui/class-names.ts';
import { Picture } from '../../../../ui/signs/picture.tsx';
import { pictureOf, usePlayback } from '../playback.port.ts';

/** How long each bar takes to rise and fall, in milliseconds: different, so that they do not move as one. */
const barMs = [900, 1_300, 700, 1_100];

export interface SoundCardProps {
  readonly room: RoomConnection;
  readonly isPlaying: boolean;
}

/** In place of a picture that music, podcasts and books do not have: the cover, the name, and bars that move. [SY81] */
export function SoundCard({ room, isPlaying }: SoundCardProps) {
  const playback = usePlayback(room);
  // What has a picture that the browser cannot decode says so elsewhere. [SY62]
  if (!playback || playback.tracks.some(({ kind }) => kind === 'video')) return null;
  const cover = pictureOf(playback.media);
  return (
    <div
      data-sound-card
      className="pointer-events-none absolute inset-0 grid place-content-center justify-items-center gap-[3cqh] p-6 text-center"
    >
      <span className="relative grid size-[min(44cqh,44cqw)] place-items-center overflow-hidden rounded-card bg-surface-2 text-muted shadow-raised">
        <Music aria-hidden="true" className="size-1/3" />
        {cover && <Picture picture={cover} sizes="360px" />}
      </span>
      <span className="line-clamp-2 max-w-[80cqw] font-semibold text-[max(1rem,4cqh)] text-balance text-white">
        {shownTitle(playback.name)}
      </span>
      <span aria-hidden="true" className="flex h-[max(1rem,4cqh)] items-end gap-1">
        {barMs.map((ms) => (
          <span
            key={ms}
            style={{ animationDuration: `${ms}ms` }}
            className={classNames(
              'h-full w-1.5 origin-bottom rounded-full bg-accent',
              isPlaying ? 'animate-[bar_ease-in-out_infinite_alternate]' : 'scale-y-25',
            )}
          />
        ))}
      </span>
    </div>
  );
}
