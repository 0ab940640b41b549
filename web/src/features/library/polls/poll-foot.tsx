import type { Poll } from '@matinee/contract/gen/api.ts';
import { CircleStop, EllipsisVertical, Timer, Trash2, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { Menu } from '../../../ui/buttons/menu.tsx';
import type { MenuEntry } from '../../../ui/buttons/menu-popup.tsx';
import { lazily } from '../../../ui/lazily.tsx';
import { LeftText } from '../schedule/left-text.tsx';
import { useLeft } from '../schedule/use-left.ts';
import { usePollActions, usePollRights } from './poll-actions.ts';

const VotersDialog = lazily(() => import('./voters-dialog.tsx').then((module) => module.VotersDialog));

/** The line under the options: the number of voters, the time left, and the actions. */
export function PollFoot({ poll, children }: { readonly poll: Poll; readonly children?: ReactNode }) {
  const { t } = useTranslation('polls');
  const { room } = useRoom();
  const entries = usePollEntries(poll);
  const left = useLeft(poll.ended_at === undefined ? poll.ends_at : undefined, room.clock.now);
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {children}
      <div className="min-w-0 flex-1 text-sm text-muted">
        <p>
          {t('voters', { count: poll.voter_count })}
          {poll.anonymous && ` · ${t('isAnonymous')}`}
        </p>
        {left !== undefined && (
          <div className="flex items-center gap-1 tabular-nums">
            <Timer size={14} aria-hidden="true" />
            <LeftText leftMs={left} />
          </div>
        )}
      </div>
      {entries.length > 0 && (
        <Menu
          trigger={
            <IconButton
              label={t('more', { question: poll.question })}
              tooltip="end"
              icon={<EllipsisVertical size={18} aria-hidden="true" />}
            />
          }
          entries={entries}
        />
      )}
    </div>
  );
}

/** [WPO6] */
function usePollEntries(poll: Poll): readonly MenuEntry[] {
  const { t } = useTranslation('polls');
  const { openDialog } = useRoom();
  const { mayClose, maySeeVoters } = usePollRights();
  const { end, remove } = usePollActions();
  const entries: MenuEntry[] = [];
  if (maySeeVoters(poll))
    entries.push({
      kind: 'item',
      label: t('whoVoted'),
      icon: <Users size={18} aria-hidden="true" />,
      onSelect: () => openDialog(({ onClose }) => <VotersDialog pollId={poll.id} onClose={onClose} />),
    });
  if (mayClose(poll) && poll.ended_at === undefined)
    entries.push({
      kind: 'item',
      label: t('end'),
      icon: <CircleStop size={18} aria-hidden="true" />,
      onSelect: () => end(poll.id),
    });
  if (mayClose(poll))
    entries.push({
      kind: 'item',
      label: t('delete'),
      icon: <Trash2 size={18} aria-hidden="true" />,
      danger: true,
      onSelect: () => remove(poll.id),
    });
  return entries;
}
