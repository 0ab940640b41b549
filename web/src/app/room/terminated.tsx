import type { TerminationCode } from '@matinee/contract/gen/api.ts';
import { Link } from '@tanstack/react-router';
import { DoorClosed } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDocumentTitle } from '../../features/shell/page.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

export interface TerminatedProps {
  readonly reason: { readonly code: TerminationCode | string; readonly message: string; readonly may_reconnect?: boolean } | undefined;
  readonly onAgain: () => void;
}

/** The server has ended the connection: says why, in its own words where we have none. */
export function Terminated({ reason, onAgain }: TerminatedProps) {
  const { t, i18n } = useTranslation('room');
  const key = `ended.${reason?.code ?? ''}`;
  const isKnown = reason !== undefined && i18n.exists(key, { ns: 'room' });
  useDocumentTitle(t('ended.title'));
  return (
    <main className="grid min-h-dvh place-items-center">
      <h1 className="sr-only">{t('ended.title')}</h1>
      <EmptyState
        icon={<DoorClosed aria-hidden="true" />}
        title={isKnown ? t(key) : t('ended.title')}
        text={isKnown ? t(`${key}Text`) : reason?.message}
        action={
          <>
            <Link to="/" className={buttonClass('primary')}>
              {t('home')}
            </Link>
            <Button onClick={onAgain}>{t('ended.again')}</Button>
          </>
        }
      />
    </main>
  );
}
