import { Link } from '@tanstack/react-router';
import { DoorClosed } from 'lucide-react';
import { openPath } from '../../client/calls/base.ts';
import { useErrorText } from '../../client/words/error-text.ts';
import { useDocumentTitle } from '../../features/shared/shell/page.port.tsx';
import { useTranslation } from '../../texts/use-translation.ts';
import { Button, buttonClass } from '../../ui/buttons/button.tsx';
import { EmptyState } from '../../ui/signs/empty-state.tsx';

export interface TerminatedProps {
  /** A termination code, or the dotted reason of an error. */
  readonly reason: string;
  readonly message: string;
  readonly onAgain: () => void;
}

/** Reasons after which the person has to sign in to come back. */
const asksForSignIn = new Set(['revoked', 'banned', 'guest_revoked']);

/**
 * Says why the server ended the connection. If the texts of the room have no words for the reason, shows the words of
 * the error.
 */
export function Terminated({ reason, message, onAgain }: TerminatedProps) {
  const { t, i18n } = useTranslation('room');
  const errorText = useErrorText();
  const key = `ended.${reason.replaceAll('.', '-')}`;
  const isKnown = i18n.exists(key, { ns: 'room' });
  useDocumentTitle(t('ended.title'));
  return (
    <main className="grid min-h-dvh place-items-center">
      <h1 className="sr-only">{t('ended.title')}</h1>
      <EmptyState
        icon={<DoorClosed aria-hidden="true" />}
        title={isKnown ? t(key) : t('ended.title')}
        text={isKnown ? t(`${key}Text`) : errorText({ code: reason, message })}
        action={
          <>
            {asksForSignIn.has(reason) && (
              <Link to="/signin" search={{ return: openPath() }} className={buttonClass('primary')}>
                {t('ended.signIn')}
              </Link>
            )}
            <Button kind={asksForSignIn.has(reason) ? 'secondary' : 'primary'} onClick={onAgain}>
              {t('ended.again')}
            </Button>
            <Link to="/" className={buttonClass()}>
              {t('home')}
            </Link>
          </>
        }
      />
    </main>
  );
}
