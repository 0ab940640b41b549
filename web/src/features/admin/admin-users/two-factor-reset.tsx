import type { Account } from '@matinee/contract/gen/api.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import { useAdminAction } from '../admin/admin-action.ts';
import { offersFor } from './standing.ts';

/** The factors of an account, and a button that switches off the second step for a user who lost one. [WU5] */
export function TwoFactorReset({ account }: { readonly account: Account }) {
  const { t } = useTranslation('admin-users');
  const { api, user: self } = useSession();
  const errorText = useErrorText('admin-users');
  const [isAsked, setAsked] = useState(false);
  const userId = account.user?.id ?? '';
  const preferences = useQuery({
    queryKey: ['admin', 'preferences', userId],
    queryFn: () => api.call('AdminService.GetUserPreferences', { user_id: userId }),
  });
  const reset = useAdminAction('AdminService.UpdateUserPreferences', () => {
    setAsked(false);
    showToast(t('twoFactor.done', { name: account.user?.username }));
  });
  const held = preferences.data;
  if (!held) return null;
  const factors = (['password', 'email', 'webauthn', 'totp'] as const).filter((factor) => held.auth_factors?.[factor]);
  return (
    <section aria-labelledby="two-factor" className="grid gap-2">
      <h3 id="two-factor" className="font-semibold">
        {t(held.two_factor_enabled ? 'twoFactor.on' : 'twoFactor.off')}
      </h3>
      <p className="text-muted">
        {factors.length > 0 ? factors.map((factor) => t(`twoFactor.${factor}`)).join(', ') : t('twoFactor.none')}
      </p>
      {held.two_factor_enabled && offersFor(self, account).setPassword && (
        <div>
          <Button kind="danger" onClick={() => setAsked(true)}>
            {t('twoFactor.reset')}
          </Button>
        </div>
      )}
      <ConfirmDialog
        isOpen={isAsked}
        title={t('twoFactor.title', { name: account.user?.username })}
        text={t('twoFactor.text')}
        action={t('twoFactor.reset')}
        isBusy={reset.isPending}
        onConfirm={() =>
          reset.mutate(
            { user_id: userId, two_factor_enabled: false, remove_totp: true },
            { onError: (error) => showToast(errorText(error), 'danger') },
          )
        }
        onClose={() => setAsked(false)}
      />
    </section>
  );
}
