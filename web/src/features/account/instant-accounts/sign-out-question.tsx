import { useSession } from '../../../client/session/session.tsx';
import { useTranslation } from '../../../texts/use-translation.ts';
import { ConfirmQuestion } from '../../../ui/dialogs/confirm-question.tsx';

/** Asks before a person signs out of an account that they could not sign in to again. [WI5] */
export function SignOutQuestion({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('instant-accounts');
  const { signOut } = useSession();
  return (
    <ConfirmQuestion
      title={t('signOut.title')}
      text={t('signOut.text')}
      action={t('signOut.action')}
      onConfirm={() => {
        onClose();
        void signOut();
      }}
      onClose={onClose}
    />
  );
}
