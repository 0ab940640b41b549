import type { ItemVote } from '@matinee/contract/gen/api.ts';
import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { lazily } from '../../../ui/lazily.tsx';
import { useLibraryScope } from '../library/library-scope.tsx';
import { useOwnVote, useVoters, useVotes, useVoting } from './use-votes.ts';

const VotersDialog = lazily(() => import('./voters-dialog.tsx').then((module) => module.VotersDialog));

export interface VoteButtonsProps {
  readonly mediaId: string;
  readonly name: string;
}

/**
 * Votes an item up or down, and says how many did so; nothing in playlists that not all members look into. Both buttons
 * are one above the other, so that a row is as high as without them and leaves the name its place. The counts stand
 * before them, so that the buttons of all rows are below each other. [WQV1] [WQV2]
 */
export function VoteButtons({ mediaId, name }: VoteButtonsProps) {
  const { t } = useTranslation('queue-votes');
  const { path } = useLibraryScope().playlists;
  const { up, down } = useVotes(mediaId);
  const own = useOwnVote(mediaId);
  const voting = useVoting(mediaId);
  if (path.some(({ browse_access }) => browse_access === 'creator')) return null;
  const shown = voting.isPending ? voting.variables : own;
  const press = (vote: ItemVote) => voting.isPending || voting.mutate(shown === vote ? 'none' : vote);
  return (
    <fieldset className="flex shrink-0 items-center">
      <legend className="sr-only">{t('about', { name })}</legend>
      {up + down > 0 && <Counts {...{ mediaId, name, up, down }} />}
      <div className="grid">
        {(
          [
            ['up', ThumbsUp],
            ['down', ThumbsDown],
          ] as const
        ).map(([vote, Icon]) => (
          <button
            key={vote}
            type="button"
            aria-label={t(vote, { name })}
            title={t(vote, { name })}
            aria-pressed={shown === vote}
            onClick={() => press(vote)}
            className="grid h-7 w-8 place-items-center rounded-lg text-muted hover:bg-surface-3 hover:text-text aria-pressed:text-accent-text"
          >
            <Icon
              size={16}
              aria-hidden="true"
              {...(shown === vote ? { fill: 'currentColor', fillOpacity: 0.35 } : {})}
            />
          </button>
        ))}
      </div>
    </fieldset>
  );
}

interface CountsProps extends VoteButtonsProps {
  readonly up: number;
  readonly down: number;
}

/** Both counts. A tooltip names the first voters; a press lists them all. [WQV3] */
function Counts({ mediaId, name, up, down }: CountsProps) {
  const { t, i18n } = useTranslation('queue-votes');
  const { self } = useRoom();
  const [isWanted, setWanted] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const voters = useVoters(mediaId, isWanted).data?.voters ?? [];
  const names = voters.map(({ user_id, display_name }) => (user_id === self.id ? t('you') : display_name));
  const others = up + down - names.length;
  const all = others > 0 && names.length > 0 ? [...names, t('others', { count: others })] : names;
  return (
    <>
      <button
        type="button"
        onPointerEnter={() => {
          setWanted(true);
          VotersDialog.load();
        }}
        onFocus={() => setWanted(true)}
        onClick={() => setOpen(true)}
        className="group/tip relative grid h-14 min-w-7 rounded-lg px-1 text-xs text-muted tabular-nums hover:bg-surface-3"
      >
        <span className="sr-only">{t('counts', { name, up, down })}</span>
        <span aria-hidden="true" className="grid h-7 place-items-center">
          {up > 0 && up}
        </span>
        <span aria-hidden="true" className="grid h-7 place-items-center">
          {down > 0 && down}
        </span>
        {all.length > 0 && !isOpen && (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute end-0 top-full z-30 hidden w-max max-w-48 rounded-lg bg-text px-2 py-1 text-start font-medium wrap-anywhere text-bg group-hover/tip:[@media(hover:hover)]:block group-focus-visible/tip:block"
          >
            {new Intl.ListFormat(i18n.locale).format(all)}
          </span>
        )}
      </button>
      {isOpen && (
        <Suspense>
          <VotersDialog {...{ mediaId, name }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
