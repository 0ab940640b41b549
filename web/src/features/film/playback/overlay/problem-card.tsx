import { RotateCw, Server, SkipForward, Trash2, TriangleAlert } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import type { RoomConnection } from '../../../../client/room/room.ts';
import { type CurrentItem, useNoCurrentItem, useOffer } from '../../../../room/room-offers.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { CopyButton } from '../../../../ui/buttons/copy-button.tsx';
import { lazily } from '../../../../ui/lazily.tsx';
import type { PlayerHandle } from '../use-player.ts';
import { firstRemedy, mayPlayProxied, type Remedy } from './remedies.ts';
import { useSkip } from './use-skip.ts';

const details = () => import('../../problems/problem-details.tsx');
const FormatDetails = lazily(() => details().then((module) => module.FormatDetails));
const NetworkDetails = lazily(() => details().then((module) => module.NetworkDetails));

export interface ProblemCardProps {
  readonly room: RoomConnection;
  readonly player: PlayerHandle;
  readonly isPlaying: boolean;
  /** Pauses the room, so that no other page skips the item; undefined for a person who may not. */
  readonly onStay: (() => void) | undefined;
}

/** Says why the item does not play and what the person can do. Goes on to the next item by itself. */
export function ProblemCard({ room, player, isPlaying, onStay }: ProblemCardProps) {
  const { t } = useTranslation(['playback', 'problems']);
  const { next, remove, skip } = useOffer('useCurrentItem', useNoCurrentItem)(player.media);
  const { secondsLeft, stay } = useSkip({ room, player, isPlaying, skip });
  const actions = useActions(player, { next, remove });
  return (
    // On a phone this covers the controls: both do not fit, and there is nothing to control.
    <div className="absolute inset-0 grid overflow-auto bg-black/85 p-6 pb-24 [place-items:safe_center] @max-[34rem]:z-10 @max-[34rem]:bg-black @max-[34rem]:p-3">
      <div className="grid max-w-xl justify-items-center gap-3 text-center @max-[34rem]:gap-1.5">
        <TriangleAlert size={28} aria-hidden="true" className="text-accent-text @max-[34rem]:hidden" />
        <div role="alert">
          <h2 className="text-lg leading-snug font-semibold @max-[34rem]:text-base">
            {t(`${player.problem}.title`, { ns: 'problems' })}
          </h2>
          <p className="text-muted @max-[34rem]:text-sm">{t(`${player.problem}.advice`, { ns: 'problems' })}</p>
          <Suspense>
            {player.problem === 'format' && <FormatDetails room={room} />}
            {player.problem === 'private' && <NetworkDetails room={room} />}
          </Suspense>
        </div>
        {secondsLeft !== undefined && (
          <p className="flex items-center gap-1 text-sm">
            {/* Screen readers do not read out each second. */}
            <span aria-hidden="true" className="tabular-nums">
              {t('broken.skip', { count: secondsLeft })}
            </span>
            {onStay && (
              <Button
                kind="quiet"
                onClick={() => {
                  stay();
                  onStay();
                }}
              >
                {t('broken.stay')}
              </Button>
            )}
          </p>
        )}
        <div className="flex flex-wrap justify-center gap-2">{actions}</div>
      </div>
    </div>
  );
}

/** The buttons, the most helpful first. */
function useActions(player: PlayerHandle, { next, remove }: Pick<CurrentItem, 'next' | 'remove'>): ReactNode[] {
  const { t } = useTranslation('playback');
  const { problem, media } = player;
  if (problem === undefined) return [];
  const address = media?.source?.direct_url?.url;
  const playProxied = mayPlayProxied(problem) ? player.signatures.playProxied : undefined;
  const can = new Set<Remedy>(['retry']);
  if (playProxied) can.add('proxied');
  if (next) can.add('next');
  if (address) can.add('copy');
  const first = firstRemedy(problem, can);
  const kindOf = (remedy: Remedy) => (remedy === first ? 'primary' : 'secondary');
  const buttons: Readonly<Record<Remedy, ReactNode>> = {
    proxied: (
      <Button
        key="proxied"
        kind={kindOf('proxied')}
        icon={<Server size={18} aria-hidden="true" />}
        onClick={playProxied}
      >
        {t('broken.proxied')}
      </Button>
    ),
    next: (
      <Button key="next" kind={kindOf('next')} icon={<SkipForward size={18} aria-hidden="true" />} onClick={next}>
        {t('broken.next')}
      </Button>
    ),
    retry: (
      <Button
        key="retry"
        kind={kindOf('retry')}
        icon={<RotateCw size={18} aria-hidden="true" />}
        onClick={player.retry}
      >
        {t('tryAgain')}
      </Button>
    ),
    copy: <CopyButton key="copy" kind={kindOf('copy')} text={address ?? ''} label={t('broken.copy')} />,
  };
  const order = [first, ...(['proxied', 'next', 'retry', 'copy'] as const).filter((remedy) => remedy !== first)];
  return [
    ...order.filter((remedy) => can.has(remedy)).map((remedy) => buttons[remedy]),
    ...(remove
      ? [
          <Button key="remove" kind="danger" icon={<Trash2 size={18} aria-hidden="true" />} onClick={remove}>
            {t('broken.remove')}
          </Button>,
        ]
      : []),
  ];
}
