import { useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { accountSections } from '../../app/account-sections.ts';
import { useSession } from '../../app/session.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Page } from '../shell/page.tsx';

/** Everything about the own account, a section each. */
export function AccountPage() {
  const { t } = useTranslation('account');
  const { user, isKnown } = useSession();
  const navigate = useNavigate();
  const isStranger = isKnown && !user;
  useEffect(() => {
    if (isStranger) void navigate({ to: '/signin', search: { return: '/account' }, replace: true });
  }, [isStranger, navigate]);
  return (
    <Page title={t('title')} width="medium">
      <h1 className="text-3xl font-semibold tracking-tight">{t('title')}</h1>
      <div className="mt-8 grid gap-5">
        {user &&
          accountSections.map(({ id, View }) => (
            <Suspense key={id} fallback={<Skeleton className="h-44" />}>
              <View />
            </Suspense>
          ))}
      </div>
    </Page>
  );
}
