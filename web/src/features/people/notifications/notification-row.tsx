import type { Notification } from '@matinee/contract/gen/api.ts';
import { Link } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Moment } from '../../../ui/signs/moment.tsx';
import { DeclineSuccession } from '../room-ownership/decline-succession.tsx';
import { NotificationDetail } from './notification-detail.tsx';
import { sayNotification } from './say-notification.ts';

interface NotificationRowProps {
  readonly notification: Notification;
  readonly onRead: () => void;
  readonly onDelete: () => void;
  readonly onLeave: () => void;
}

const pressClass = 'absolute inset-0 rounded-control hover:bg-surface-2 -z-1';

/** One entry. All of it can be pressed. [WNT3] [WNT5] */
export function NotificationRow({ notification, onRead, onDelete, onLeave }: NotificationRowProps) {
  const { t } = useTranslation('notifications');
  const { Icon, sentence, detail, href, hash } = sayNotification(notification, t);
  const isUnread = !notification.read_at;
  const press = () => {
    if (isUnread) onRead();
    if (href) onLeave();
  };
  return (
    <li className="relative isolate flex items-start gap-3 px-3 py-2.5">
      <Icon
        size={20}
        aria-hidden="true"
        className={classNames('mt-0.5 shrink-0', isUnread ? 'text-accent-text' : 'text-muted')}
      />
      <div className="pointer-events-none min-w-0 flex-1">
        <p dir="auto" className={classNames('wrap-anywhere', isUnread && 'font-semibold')}>
          {sentence}
          {isUnread && <span className="sr-only"> {t('isUnread')}</span>}
        </p>
        {detail && <NotificationDetail text={detail} />}
        {notification.room && notification.room_succession?.kind === 'named' && (
          <Suspense>
            <DeclineSuccession roomId={notification.room.room_id} onDone={onRead} />
          </Suspense>
        )}
        {notification.updated_at && (
          <p className="mt-0.5 text-sm text-muted">
            <Moment at={notification.updated_at} />
          </p>
        )}
      </div>
      <Press label={href ? t('open', { sentence }) : t('read', { sentence })} href={href} hash={hash} onPress={press}>
        {isUnread && <span aria-hidden="true" className="mt-2 size-2.5 shrink-0 rounded-full bg-accent" />}
      </Press>
      <IconButton
        label={t('delete')}
        aria-label={t('deleteOne', { sentence })}
        tooltip="end"
        className="-my-1.5 -me-2"
        icon={<Trash2 size={18} aria-hidden="true" />}
        onClick={onDelete}
      />
    </li>
  );
}

interface PressProps {
  readonly label: string;
  readonly href: string | undefined;
  readonly hash: string | undefined;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

/** A link if the entry leads somewhere, otherwise a button. */
function Press({ label, href, hash, onPress, children }: PressProps) {
  const shared = { 'aria-label': label, onClick: onPress, className: pressClass };
  return (
    <>
      {href === undefined ? (
        <button type="button" {...shared} />
      ) : href.startsWith('/') ? (
        <Link to={href} {...(hash ? { hash } : {})} {...shared} />
      ) : (
        <a href={href} target="_blank" rel="noreferrer noopener" {...shared}>
          <span className="sr-only">{label}</span>
        </a>
      )}
      {children}
    </>
  );
}
