import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../../client/session/session.tsx';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button, buttonClass } from '../../../ui/buttons/button.tsx';
import { useSignInEnd } from '../sessions/sign-in-end.tsx';
import { useEmailError } from './use-email-error.ts';

/** Signs in with the code of a link, when the person presses the button. [WE2] */
export function LinkSignIn({ email, token }: { readonly email: string; readonly token: string }) {
  const { t } = useTranslation('emails');
  const { api } = useSession();
  const errorText = useEmailError();
  const { onAnswer, secondStep } = useSignInEnd('/');
  const login = useMutation({
    mutationFn: () => api.call('AuthService.Login', { email, emailToken: token }),
    onSuccess: onAnswer,
  });
  if (secondStep) return secondStep;
  return (
    <div className="grid gap-4">
      {login.error && (
        <p role="alert" className="text-danger">
          {errorText(login.error)}
        </p>
      )}
      {login.error ? (
        <Link to="/signin" className={buttonClass('primary', 'large')}>
          {t('verify.again')}
        </Link>
      ) : (
        <Button kind="primary" size="large" busy={login.isPending} onClick={() => login.mutate()}>
          {t('signIn.action')}
        </Button>
      )}
    </div>
  );
}
