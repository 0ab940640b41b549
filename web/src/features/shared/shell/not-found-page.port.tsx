import { Link } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { buttonClass } from '../../../ui/buttons/button.tsx';
import { EmptyState } from '../../../ui/signs/empty-state.tsx';
import { Page } from './page.port.tsx';

export function NotFoundPage() {
  const { t } = useTranslation('shell');
  return (
    <Page title={t('notFound.title')} width="narrow">
      <h1 className="sr-only">{t('notFound.title')}</h1>
      <EmptyState
        icon={<Compass aria-hidden="true" />}
        title={t('notFound.title')}
        text={t('notFound.text')}
        action={
          <Link to="/" className={buttonClass('primary')}>
            {t('home')}
          </Link>
        }
      />
    </Page>
  );
}
