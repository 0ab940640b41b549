import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useSession } from '../../../client/session/session.tsx';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button, buttonClass } from '../../../ui/buttons/button.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import { useEmailError } from './use-email-error.ts';

/** Confirms an address with the code of a link. The account that asked for it must be signed in. [WE5] */
export function ConfirmAddress({ email, token }: { readonly email: string; readonly token: string }) {
  const { t } = useTranslation('emails');
  const { api, user, isKnown } = useSession();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const errorText = useEmailError();
  const confirm = useMutation({
    mutationFn: () => api.call('UserService.ConfirmEmailBind', { email, email_token: token }),
    onSuccess: () => {
      void queryClient.invalidateQueries();
      showToast(t('section.confirmed', { email }));
      void navigate({ to: '/account', replace: true });
    },
  });
  if (isKnown && !user) {
    return (
      <div className="grid gap-4">
        <p>{t('verify.verification.signInFirst')}</p>
        <p className="rounded-card bg-surface-2 p-4 text-center text-xl font-semibold tracking-[0.15em]">{token}</p>
        <Link to="/signin" search={{ return: '/account' }} className={buttonClass('primary', 'large')}>
          {t('signIn.action')}
        </Link>
      </div>
    );
  }
  return (
    <div className="grid gap-4">
      {confirm.error && (
        <p role="alert" className="text-danger">
          {errorText(confirm.error)}
        </p>
      )}
      <Button kind="primary" size="large" busy={confirm.isPending} onClick={() => confirm.mutate()}>
        {t('section.confirm')}
      </Button>
    </div>
  );
}
