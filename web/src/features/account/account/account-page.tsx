import { useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useTranslation } from '../../../texts/use-translation.ts';
import { SectionListContext } from '../../../ui/lists/section-list.ts';
import { Skeleton } from '../../../ui/signs/skeleton.tsx';
import { Page } from '../../shared/shell/page.port.tsx';
import { useProofOfThisPage } from '../verification/verification.tsx';
import { accountSections } from './account-sections.ts';
import { SectionNavigation } from './section-navigation.tsx';
import { useNamedSection, useSections } from './use-sections.ts';

/** The page of the person's own account. Each subject has a section. */
export function AccountPage() {
  const { t } = useTranslation('account');
  const { user, isKnown } = useSession();
  const navigate = useNavigate();
  const isStranger = isKnown && !user;
  useEffect(() => {
    if (isStranger) void navigate({ to: '/signin', search: { return: '/account' }, replace: true });
  }, [isStranger, navigate]);
  const { sections, enlist } = useSections();
  const holdNamed = useNamedSection();
  useProofOfThisPage();
  return (
    <Page title={t('title')}>
      <div className="mx-auto grid max-w-3xl gap-x-10 lg:max-w-none lg:grid-cols-[13rem_minmax(0,44rem)]">
        <h1 className="text-3xl font-semibold tracking-tight lg:col-start-2">{t('title')}</h1>
        <SectionNavigation sections={sections} />
        <SectionListContext value={enlist}>
          <div ref={holdNamed} className="mt-8 grid gap-5">
            {user &&
              accountSections.map(({ id, View }) => (
                <Suspense key={id} fallback={<Skeleton className="h-44" />}>
                  <View />
                </Suspense>
              ))}
          </div>
        </SectionListContext>
      </div>
    </Page>
  );
}
