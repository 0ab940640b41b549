import type { Evening } from '@matinee/contract/gen/api.ts';
import { EllipsisVertical, Trash2, UserMinus } from 'lucide-react';
import { useId, useState } from 'react';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { Menu } from '../../../ui/buttons/menu.tsx';
import type { MenuEntry } from '../../../ui/buttons/menu-popup.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { MemberAvatar } from '../../people/members/member-avatar.port.tsx';
import { EveningItem } from './evening-item.tsx';
import type { EveningActions } from './use-evenings.ts';

interface EveningCardProps {
  readonly evening: Evening;
  readonly actions: EveningActions;
  /** What is special about it: that it was a year ago tonight. */
  readonly title?: string;
}

/** An evening: its date, the people who were there, and the films. [WEV1] */
export function EveningCard({ evening, actions, title }: EveningCardProps) {
  const { t, i18n } = useTranslation('evenings');
  const { self } = useRoom();
  const id = useId();
  const from = new Date(evening.started_at ?? '');
  const day = from.toLocaleDateString(i18n.locale, { dateStyle: 'full' });
  const hour = (at: Date) => at.toLocaleTimeString(i18n.locale, { timeStyle: 'short' });
  const times = t('fromTo', { from: hour(from), to: hour(new Date(evening.last_played_at ?? '')) });
  const mayPlay = self.permissions.has('navigate_playback');
  return (
    <article
      aria-labelledby={id}
      className={classNames('mt-3 rounded-card border p-3 sm:p-4', title ? 'border-accent-text' : 'border-border')}
    >
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h3 id={id} className="text-lg leading-snug font-semibold wrap-anywhere">
            {title && <span className="block text-accent-text">{title}</span>} {day}
          </h3>
          <p className="text-sm text-muted">
            <bdi>{times}</bdi>
            {evening.is_going_on && <span className="text-accent-text"> · {t('goingOn')}</span>}
          </p>
        </div>
        <EveningMenu evening={evening} day={day} actions={actions} />
      </div>
      <People evening={evening} />
      <ul aria-label={t('items')} className="mt-3 grid gap-1">
        {evening.items.map((item) => (
          <EveningItem key={item.media_id} item={item} {...(mayPlay ? { onPlay: actions.play } : {})} />
        ))}
      </ul>
    </article>
  );
}

/** The faces of the people who were there, with their names. Renders nothing if this person may not see members. */
function People({ evening: { people, people_count } }: { readonly evening: Evening }) {
  const { t } = useTranslation('evenings');
  if (people.length === 0) return null;
  const others = people_count - people.length;
  return (
    <ul aria-label={t('people')} className="mt-3 flex flex-wrap gap-x-3 gap-y-2">
      {people.map(({ user_id, display_name }) => (
        <li key={user_id} className="flex min-w-0 items-center gap-1.5 text-sm">
          <MemberAvatar id={user_id} name={display_name} />
          <bdi className="min-w-0 wrap-anywhere">{display_name}</bdi>
        </li>
      ))}
      {others > 0 && <li className="self-center text-sm text-muted">{t('others', { count: others })}</li>}
    </ul>
  );
}

interface EveningMenuProps {
  readonly evening: Evening;
  readonly day: string;
  readonly actions: EveningActions;
}

/** The parts of an evening that this person may erase. It asks first. [WEV4] */
function EveningMenu({ evening, day, actions }: EveningMenuProps) {
  const { t } = useTranslation('evenings');
  const { self } = useRoom();
  const [question, setQuestion] = useState<'leave' | 'delete'>();
  const entries: MenuEntry[] = [];
  const add = (which: 'leave' | 'delete', Icon: typeof Trash2) =>
    entries.push({
      kind: 'item',
      label: t(`${which}.action`),
      icon: <Icon size={18} aria-hidden="true" />,
      danger: which === 'delete',
      onSelect: () => setQuestion(which),
    });
  if (evening.was_there) add('leave', UserMinus);
  if (self.permissions.has('clear_media')) add('delete', Trash2);
  if (entries.length === 0) return null;
  const close = () => setQuestion(undefined);
  const asked = question ?? 'leave';
  return (
    <>
      <Menu
        trigger={
          <IconButton
            label={t('menu', { day })}
            tooltip="end"
            icon={<EllipsisVertical size={18} aria-hidden="true" />}
          />
        }
        entries={entries}
      />
      <ConfirmDialog
        title={t(`${asked}.title`)}
        text={t(`${asked}.text`)}
        action={t(`${asked}.action`)}
        isOpen={question !== undefined}
        onConfirm={() => {
          if (question === 'delete') actions.remove(evening);
          else actions.leave(evening);
          close();
        }}
        onClose={close}
      />
    </>
  );
}
