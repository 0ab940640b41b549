import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Section } from '../../../ui/lists/section.tsx';
import { downloadFrom } from '../../../ui/save-file.ts';
import { useVerification } from '../verification/verification.tsx';

/** Section of the account page: an archive of all the reader's own data. [WAX1] */
export function ExportSection() {
  const { t } = useTranslation('account-exports');
  const { api } = useSession();
  const errorText = useErrorText('account-exports');
  const { withProof, dialog } = useVerification();
  const create = useMutation({
    mutationFn: () =>
      withProof('SENSITIVE_OPERATION_ACCOUNT_EXPORT', (verification_id) =>
        api.call('UserService.CreateAccountExport', { verification_id }),
      ),
    onSuccess: (answer) => {
      if (answer) downloadFrom(answer.url);
    },
  });
  return (
    <Section id="archive" title={t('title')} text={t('text')}>
      <div className="grid justify-items-start gap-4">
        <Button
          icon={<Download size={18} aria-hidden="true" />}
          busy={create.isPending}
          onClick={() => create.mutate()}
        >
          {t('download')}
        </Button>
        {create.error && (
          <p role="alert" className="text-danger">
            {errorText(create.error)}
          </p>
        )}
        {create.data && (
          <p role="status" className="max-w-prose text-muted">
            {t('begun')}
          </p>
        )}
      </div>
      {dialog}
    </Section>
  );
}
