import { LogIn, RotateCw } from 'lucide-react';
import { Suspense, useState } from 'react';
import { ApiError } from '../../../client/calls/api-error.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { Skeleton } from '../../../ui/signs/skeleton.tsx';
import { SourceSignIn } from '../sources/new-account.port.tsx';
import { SourceFault } from '../sources/source-fault.tsx';

export interface DynamicFaultProps {
  readonly error: unknown;
  /** Of the playlist, as in `ProviderAccount.provider`. */
  readonly provider: string;
  /** True for the maker of the playlist. */
  readonly isMaker: boolean;
  /** True below the top of the playlist. */
  readonly isBelowTop: boolean;
  readonly onRetry: () => void;
  readonly onTop: () => void;
  readonly onSignedIn: (accountId: string) => void;
}

/** Failures that go away when the maker signs in again. */
const ofAccount = ['providers.account_gone', 'providers.account_refused', 'providers.secrets_lost'];
/** Failures that do not go away by trying again. */
const lasting = [...ofAccount, 'providers.account_not_shared', 'library.not_browsable', 'providers.needs_key'];

/** Why a folder cannot be shown, and how to fix it. [WDP4] */
export function DynamicFault(props: DynamicFaultProps) {
  const { error, provider, isMaker, isBelowTop, onRetry, onTop, onSignedIn } = props;
  const { t, i18n } = useTranslation('dynamic-playlists');
  const [isSigningIn, setSigningIn] = useState(false);
  const code = error instanceof ApiError ? error.code : '';
  const key = `fault.${code.replace('.', '-')}`;
  const said = [`${key}.${isMaker ? 'maker' : 'others'}`, `${key}.all`].find((one) =>
    i18n.exists(one, { ns: 'dynamic-playlists' }),
  );
  return (
    <div className="grid justify-items-start gap-3 p-4">
      {said ? (
        <p role="alert" className="w-full rounded-control bg-danger-soft p-3 text-sm wrap-anywhere text-danger">
          {t(said)}
        </p>
      ) : (
        <SourceFault error={error} />
      )}
      <div className="flex flex-wrap gap-2">
        {isMaker && ofAccount.includes(code) && (
          <Button kind="primary" icon={<LogIn size={18} aria-hidden="true" />} onClick={() => setSigningIn(true)}>
            {t('fault.signIn')}
          </Button>
        )}
        {isBelowTop && <Button onClick={onTop}>{t('fault.top')}</Button>}
        {!lasting.includes(code) && (
          <Button icon={<RotateCw size={18} aria-hidden="true" />} onClick={onRetry}>
            {t('fault.retry')}
          </Button>
        )}
      </div>
      <Dialog title={t('fault.signIn')} isOpen={isSigningIn} onClose={() => setSigningIn(false)}>
        <Suspense fallback={<Skeleton className="h-40" />}>
          <SourceSignIn
            provider={provider}
            onSignedIn={({ account }) => {
              setSigningIn(false);
              onSignedIn(account.id);
            }}
          />
        </Suspense>
      </Dialog>
    </div>
  );
}
