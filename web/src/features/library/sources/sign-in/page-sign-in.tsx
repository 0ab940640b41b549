import { ExternalLink, LogIn } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { Button, buttonClass } from '../../../../ui/buttons/button.tsx';
import { Form } from '../../../../ui/fields/form.tsx';
import { TextField } from '../../../../ui/fields/text-field.tsx';
import type { PageSignIn as Page } from '../entry.ts';
import { SourceFault } from '../source-fault.tsx';
import type { SignInFormProps } from './sign-in-form.tsx';
import { usePageSignIn } from './use-page-sign-in.ts';

export interface PageSignInProps extends SignInFormProps {
  readonly page: Page;
}

/** Asks for the address of a server, and opens the page where the person approves. [WSO9] */
export function PageSignIn({ entry, page, known, onSignedIn }: PageSignInProps) {
  const { t } = useTranslation('sources');
  const { start, address, code, error } = usePageSignIn(entry, page, onSignedIn);
  const [url, setUrl] = useState(known?.['url'] ?? '');
  const [isTried, setTried] = useState(false);
  const submit = () => {
    setTried(true);
    if (page.isOneSite || url.trim() !== '') start.mutate(url.trim());
  };
  return (
    <Form onSubmit={submit} className="grid gap-4">
      {!page.isOneSite && (
        <TextField
          label={t(`kinds.${entry.name}.fields.url`)}
          hint={t(`kinds.${entry.name}.hints.url`)}
          error={isTried && url.trim() === '' ? t('signIn.missing') : undefined}
          value={url}
          onChange={(event) => {
            setUrl(event.target.value);
            start.reset();
          }}
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
      {error && <SourceFault error={error} />}
      {address === undefined || error ? (
        <div>
          <Button type="submit" kind="primary" busy={start.isPending} icon={<LogIn size={18} aria-hidden="true" />}>
            {t('page.start')}
          </Button>
        </div>
      ) : (
        <div className="grid justify-items-start gap-2">
          <a href={address} target="_blank" rel="noreferrer" className={buttonClass('primary')}>
            <ExternalLink size={18} aria-hidden="true" />
            {t('page.open', { host: new URL(address).host })}
          </a>
          {code !== undefined && (
            <p>
              {t('page.code')} <strong className="font-mono tracking-wider">{code}</strong>
            </p>
          )}
          <p role="status" className="text-sm text-muted">
            {t(page.isOneSite ? 'page.waitingSite' : 'page.waiting')}
          </p>
        </div>
      )}
    </Form>
  );
}
