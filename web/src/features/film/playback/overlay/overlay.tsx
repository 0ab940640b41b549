import { Play, Volume2 } from 'lucide-react';
import { type ReactNode, Suspense, useEffect } from 'react';
import { useStore } from '../../../../client/room/hooks.ts';
import type { RoomConnection } from '../../../../client/room/room.ts';
import type { Store } from '../../../../client/store.ts';
import { useNoNextItem, useOffer } from '../../../../room/room-offers.ts';
import { preloadTexts } from '../../../../texts/texts.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { lazily } from '../../../../ui/lazily.tsx';
import { Spinner } from '../../../../ui/signs/spinner.tsx';
import { useQuiet } from '../../../../ui/use-quiet.ts';
import { useBreak } from '../../breaks/use-break.ts';
import { isEvenSoundRefused } from '../../even-loudness/choice.ts';
import { MissingFileCard, useMissingFile } from '../../member-files/member-files.port.ts';
import { OwnCopyCard } from '../../own-copy/own-copy.ts';
import { PullCard } from '../../pull/pull.port.ts';
import { useSkippedParts } from '../../skipped-parts/use-skipped-parts.ts';
import { OffAirCard } from '../../streams/streams.port.ts';
import { hasEnded, usePlaybackState } from '../playback.port.ts';
import type { SyncStatus } from '../sync/status.ts';
import type { PlayerHandle } from '../use-player.ts';
import type { VideoFacts, VideoPlace } from '../use-video.ts';
import { useRestLeft } from './rest.ts';
import { useLasting } from './use-lasting.ts';

const BreakCard = lazily(() => import('../../breaks/break-card.tsx').then((module) => module.BreakCard));
const EndCard = lazily(() => import('./end-card.tsx').then((module) => module.EndCard));
const SoundCard = lazily(() => import('./sound-card.tsx').then((module) => module.SoundCard));
const SkipPart = lazily(() => import('../../skipped-parts/skip-part.tsx').then((module) => module.SkipPart));
const ProblemCard = lazily(() => import('./problem-card.tsx').then((module) => module.ProblemCard));

/** The page says "Loading" after this many milliseconds; most loads are shorter. */
const patienceMs = 700;

export interface OverlayProps {
  readonly room: RoomConnection;
  readonly player: PlayerHandle;
  readonly status: SyncStatus | undefined;
  readonly facts: VideoFacts;
  readonly place: Store<VideoPlace>;
  readonly isPlaying: boolean;
  /** Called when the person taps: the browser then allows sound and playing. */
  readonly allow: () => void;
  /**
   * Plays or pauses: stops the room at an item that does not play, and plays an ended item again. Undefined for a
   * person who may not.
   */
  readonly onToggle: (() => void) | undefined;
  /** Seeks the room; undefined for a person who may not. */
  readonly onSeek: ((positionSeconds: number) => void) | undefined;
  /** Plays the item from a place in it, for everybody; undefined for a person who may not. */
  readonly onPlayFrom: ((positionSeconds: number) => void) | undefined;
}

/**
 * Covers the film when it cannot be seen or heard, and says why: a problem, a tap that the browser needs, or loading.
 */
export function Overlay(props: OverlayProps) {
  const { room, player, status, facts, isPlaying, allow, onToggle, onSeek, onPlayFrom } = props;
  const isQuiet = useQuiet();
  // Loads the card early: it also reports a lost network, when its code can no longer load.
  useEffect(() => {
    if (!isQuiet) return;
    void ProblemCard.load();
    preloadTexts('problems');
  }, [isQuiet]);
  const end = useEnd(room);
  const now = useBreak(room);
  const isStuck = player.problem !== undefined || facts.isLoading || status?.isBuffering === true;
  const isMissing = useMissingFile(room, player.media, isStuck ? player.retry : undefined);
  const card = cardOf(player, isStuck && isMissing);
  if (card) return <Suspense>{card}</Suspense>;
  if (player.problem !== undefined) {
    return (
      <Suspense>
        <ProblemCard {...{ room, player, isPlaying }} onStay={onToggle} />
      </Suspense>
    );
  }
  // Another site's player shows its own state, and nothing may lie over it.
  if (player.embed) return null;
  if (now) {
    return (
      <Suspense>
        <BreakCard room={room} now={now} onPlay={onToggle} />
      </Suspense>
    );
  }
  if (end.isOver || end.next) {
    return (
      <Suspense>
        <EndCard
          media={player.media}
          next={end.next}
          onAgain={end.next ? onSeek && (() => onSeek(0)) : onToggle}
          onPlayFrom={onPlayFrom}
          onStop={onToggle}
        />
      </Suspense>
    );
  }
  if (status?.refused === 'play' && isPlaying) {
    return <TapToPlay onTap={allow} />;
  }
  return <OverPicture {...props} />;
}

/** The card that takes the place of a film when nothing of it can play now, and says why. */
function cardOf({ mediaId, media, ownCopy, livePlace }: PlayerHandle, isMissing: boolean): ReactNode {
  if (ownCopy && !ownCopy.media) return <OwnCopyCard key={mediaId} source={ownCopy.source} />;
  if (media && livePlace?.pull) return <PullCard name={media.name} pull={livePlace.pull} />;
  if (media && livePlace?.isOnAir === false)
    return <OffAirCard media={media} interruptedAt={livePlace.interruptedAt} />;
  return media && isMissing && <MissingFileCard key={mediaId} media={media} />;
}

/** Lies over a film that plays: a card in place of a missing picture, the button for sound, and the sign of loading. */
function OverPicture({ room, status, facts, place, isPlaying, allow, onSeek }: OverlayProps) {
  const { t } = useTranslation('playback');
  const parts = useSkippedParts(room)?.parts;
  const isSoundRefused = useStore(isEvenSoundRefused) || (status?.refused === 'sound' && facts.isMuted);
  const isWaiting = useLasting(facts.isLoading || status?.isBuffering === true, patienceMs);
  return (
    <>
      {facts.isBlind && (
        <Suspense>
          <SoundCard room={room} isPlaying={isPlaying} />
        </Suspense>
      )}
      {isSoundRefused && (
        <div className="absolute inset-x-0 bottom-28 grid justify-items-center">
          <Button kind="primary" icon={<Volume2 size={20} aria-hidden="true" />} onClick={allow}>
            {t('tapForSound')}
          </Button>
        </div>
      )}
      {isWaiting && <Loading />}
      {parts?.length ? (
        <Suspense>
          <SkipPart {...{ room, place, onSeek }} duration={facts.duration} />
        </Suspense>
      ) : null}
    </>
  );
}

/** Whether the item has ended, and what follows by itself. [SY71] [SY86] */
function useEnd(room: RoomConnection) {
  const state = usePlaybackState(room);
  const next = useOffer('useNextItem', useNoNextItem)();
  const secondsLeft = useRestLeft(room, next?.restSeconds ?? 0);
  return {
    isOver: hasEnded(state),
    next: next && secondsLeft !== undefined ? { ...next, secondsLeft } : undefined,
  };
}

/** The browser plays only after a tap. */
function TapToPlay({ onTap }: { readonly onTap: () => void }) {
  const { t } = useTranslation('playback');
  return (
    <div className="absolute inset-0 grid place-items-center bg-black/50">
      <Button kind="primary" size="large" icon={<Play size={20} aria-hidden="true" />} onClick={onTap}>
        {t('tapToPlay')}
      </Button>
    </div>
  );
}

function Loading() {
  const { t } = useTranslation('playback');
  return (
    <p role="status" className="pointer-events-none absolute inset-0 grid place-items-center">
      <span className="flex items-center gap-3 rounded-full bg-black/70 px-4 py-2 text-white">
        <Spinner />
        {t('loading')}
      </span>
    </p>
  );
}
