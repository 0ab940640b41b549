import { Navigate } from '@tanstack/react-router';
import { useSession } from '../../../client/session/session.tsx';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Page } from '../../shared/shell/page.port.tsx';
import { NotificationList } from './notification-list.tsx';
import { useFeed } from './use-feed.ts';

/** Where mails about notifications lead. */
export function NotificationsPage() {
  const { t } = useTranslation('notifications');
  const { user, isKnown } = useSession();
  if (isKnown && !user) return <Navigate to="/signin" search={{ return: '/notifications' }} replace />;
  return (
    <Page title={t('title')} width="narrow">
      <h1 className="mb-4 text-2xl font-semibold tracking-tight">{t('title')}</h1>
      {user && <OwnList userId={user.id} />}
    </Page>
  );
}

function OwnList({ userId }: { readonly userId: string }) {
  return <NotificationList {...useFeed(userId)} onLeave={() => undefined} />;
}
