import { Play, RotateCw, TriangleAlert, Volume2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/buttons/button.tsx';
import { Spinner } from '../../../ui/signs/spinner.tsx';
import type { SyncStatus } from '../sync/status.ts';
import type { PlayerHandle } from '../use-player.ts';
import type { VideoFacts } from '../use-video.ts';

/** The page says "Loading" after this many milliseconds; most loads are shorter. */
const patienceMs = 700;

export interface OverlayProps {
  readonly player: PlayerHandle;
  readonly status: SyncStatus | undefined;
  readonly facts: VideoFacts;
  readonly isPlaying: boolean;
}

/** Covers the film when it cannot be seen or heard, and says why: a problem, a tap that the browser requires, or loading. */
export function Overlay({ player, status, facts, isPlaying }: OverlayProps) {
  const { t } = useTranslation('playback');
  const isWaiting = useLasting(facts.isLoading || status?.isBuffering === true, patienceMs);
  if (player.problem !== undefined) return <Problem player={player} />;
  if (status?.refused === 'play' && isPlaying) {
    return (
      <div className="absolute inset-0 grid place-items-center bg-black/50">
        <Button
          kind="primary"
          size="large"
          icon={<Play size={20} aria-hidden="true" />}
          onClick={() => player.sync?.allow()}
        >
          {t('tapToPlay')}
        </Button>
      </div>
    );
  }
  return (
    <>
      {status?.refused === 'sound' && facts.isMuted && (
        <div className="absolute inset-x-0 bottom-28 grid justify-items-center">
          <Button kind="primary" icon={<Volume2 size={20} aria-hidden="true" />} onClick={() => player.sync?.allow()}>
            {t('tapForSound')}
          </Button>
        </div>
      )}
      {isWaiting && (
        <p role="status" className="pointer-events-none absolute inset-0 grid place-items-center">
          <span className="flex items-center gap-3 rounded-full bg-black/70 px-4 py-2 text-white">
            <Spinner />
            {t('loading')}
          </span>
        </p>
      )}
    </>
  );
}

function Problem({ player }: { readonly player: PlayerHandle }) {
  const { t } = useTranslation('playback');
  return (
    <div
      role="alert" // On a phone this covers the controls: they do not fit beside it, and there is nothing to control.
      className="absolute inset-0 grid overflow-auto bg-black/85 p-6 pb-24 [place-items:safe_center] @max-[34rem]:z-10 @max-[34rem]:bg-black @max-[34rem]:p-3"
    >
      <div className="grid max-w-md justify-items-center gap-3 text-center @max-[34rem]:gap-1.5">
        <TriangleAlert size={28} aria-hidden="true" className="text-accent-text @max-[34rem]:hidden" />
        <h2 className="text-lg leading-snug font-semibold @max-[34rem]:text-base">
          {t(`problem.${player.problem}.title`)}
        </h2>
        <p className="text-muted @max-[34rem]:text-sm">{t(`problem.${player.problem}.advice`)}</p>
        <Button icon={<RotateCw size={18} aria-hidden="true" />} onClick={player.retry}>
          {t('tryAgain')}
        </Button>
      </div>
    </div>
  );
}

/** True once `isOn` has been true for `ms`. */
function useLasting(isOn: boolean, ms: number): boolean {
  const [isLasting, setLasting] = useState(false);
  useEffect(() => {
    if (!isOn) {
      setLasting(false);
      return;
    }
    const timer = setTimeout(() => setLasting(true), ms);
    return () => clearTimeout(timer);
  }, [isOn, ms]);
  return isLasting && isOn;
}
