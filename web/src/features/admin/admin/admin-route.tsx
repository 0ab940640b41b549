import { Link, useParams } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, Suspense } from 'react';
import { openPath } from '../../../client/calls/base.ts';
import { useSession } from '../../../client/session/session.tsx';
import { useTranslation } from '../../../texts/use-translation.ts';
import { buttonClass } from '../../../ui/buttons/button.tsx';
import { lazily } from '../../../ui/lazily.tsx';
import { EmptyState } from '../../../ui/signs/empty-state.tsx';
import { Skeleton } from '../../../ui/signs/skeleton.tsx';
import { NotFoundPage } from '../../shared/shell/not-found-page.port.tsx';
import { Page } from '../../shared/shell/page.port.tsx';
import { AdminNavigation } from './admin-navigation.tsx';
import type { AdminEntry, AdminPageProps as ContentProps } from './entry.ts';

const modules = import.meta.glob<AdminEntry>('../*/admin-entry.ts', { import: 'adminEntry', eager: true });
const entries = Object.values(modules).sort((a, b) => a.order - b.order);

const pages = new Map<string, ComponentType<ContentProps>>(entries.map((entry) => [entry.path, lazily(entry.load)]));

/**
 * The administration: its navigation and one of its pages. Other users than administrators get the "not found" page.
 */
export function AdminRoute() {
  const { t } = useTranslation('admin');
  const { user, isKnown } = useSession();
  const { _splat = '' } = useParams({ strict: false }) as { _splat?: string };
  const [name = '', ...path] = _splat.split('/').filter(Boolean);
  const current = name === '' ? entries[0] : entries.find((entry) => entry.path === name);
  if (!isKnown) return <Page title={t('title')}>{null}</Page>;
  if (!user) return <SignInFirst />;
  const Content = current && pages.get(current.path);
  if (user.role === 'user' || !current || !Content) return <NotFoundPage />;
  return (
    <AdminPage current={current}>
      <Content path={path} />
    </AdminPage>
  );
}

interface AdminPageProps {
  readonly current: AdminEntry;
  readonly children: ReactNode;
}

/** The frame of a page. Its title names the page first: tabs of the browser have little room. [WAD2] */
function AdminPage({ current, children }: AdminPageProps) {
  const { t } = useTranslation(['admin', current.namespace]);
  return (
    <Page title={`${t('title', { ns: current.namespace })} · ${t('title', { ns: 'admin' })}`}>
      <div className="grid gap-6 lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-10">
        <AdminNavigation entries={entries} current={current} />
        <div className="min-w-0">
          <Suspense fallback={<Skeleton className="h-96" />}>{children}</Suspense>
        </div>
      </div>
    </Page>
  );
}

function SignInFirst() {
  const { t } = useTranslation('admin');
  return (
    <Page title={t('title')} width="narrow">
      <h1 className="sr-only">{t('title')}</h1>
      <EmptyState
        title={t('signIn.title')}
        text={t('signIn.text')}
        action={
          <Link to="/signin" search={{ return: openPath() }} className={buttonClass('primary')}>
            {t('signIn.action')}
          </Link>
        }
      />
    </Page>
  );
}
