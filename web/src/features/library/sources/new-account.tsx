import { ArrowLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import type { SourceEntry } from './entry.ts';
import { CodeSignIn } from './sign-in/code-sign-in.tsx';
import { placesOf, withOwnKinds } from './sign-in/instance-kinds.ts';
import { PageSignIn } from './sign-in/page-sign-in.tsx';
import { SignInForm, type SignInFormProps } from './sign-in/sign-in-form.tsx';
import { useInstances } from './sign-in/use-instances.ts';
import { sourceEntries } from './source-entries.ts';
import type { SourceAccount } from './use-accounts.ts';
import { useSourceWords } from './use-source-words.ts';

export interface NewAccountProps {
  /** A pasted link to something on the server. */
  readonly link?: string;
  /** The only kind of source that can be used; as in `ProviderAccount.provider`. */
  readonly provider?: string;
  readonly onSignedIn: (account: SourceAccount) => void;
}

/** Signs in to another source: first its kind, then its form. [WSO2] */
export function NewAccount({ link, provider, onSignedIn }: NewAccountProps) {
  const { t } = useTranslation('sources');
  const words = useSourceWords();
  const instances = useInstances();
  const entries = withOwnKinds(sourceEntries, instances);
  const [chosen, setChosen] = useState<SourceEntry | undefined>(
    entries.find((entry) => entry.provider === provider && !entry.isOfInstances),
  );
  if (!chosen) {
    return (
      <ul className="grid gap-2 sm:grid-cols-2">
        {entries.map((entry) => (
          <li key={`${entry.provider} ${entry.own?.provider}`}>
            <button
              type="button"
              onClick={() => setChosen(entry)}
              className="flex size-full items-center gap-3 rounded-control border border-line p-3 text-start transition-colors hover:bg-surface-2"
            >
              <entry.Icon size={20} aria-hidden="true" className="shrink-0 text-accent-text" />
              <span className="min-w-0 flex-1">
                <span className="block font-medium">
                  <bdi>{words.title(entry)}</bdi>
                </span>
                <span className="block text-sm text-muted">
                  {words.lead(entry, placesOf(entry, instances).join(', '))}
                </span>
              </span>
              <ChevronRight size={18} aria-hidden="true" className="shrink-0 text-muted rtl:-scale-x-100" />
            </button>
          </li>
        ))}
      </ul>
    );
  }
  return (
    <div className="grid gap-4">
      <div className="flex items-center gap-1">
        {chosen.provider !== provider && (
          <IconButton
            label={t('back')}
            tooltip="start"
            icon={<ArrowLeft size={20} aria-hidden="true" className="rtl:-scale-x-100" />}
            onClick={() => setChosen(undefined)}
          />
        )}
        <h3 className="font-semibold">{t('signIn.to', { source: words.title(chosen) })}</h3>
      </div>
      <Ways
        entry={chosen}
        places={placesOf(chosen, instances)}
        known={(link && chosen.knownFrom?.(new URL(link))) || {}}
        onSignedIn={onSignedIn}
      />
    </div>
  );
}

/** The ways to sign in: the page of the source's own server or a code, if there is one, or the form. */
function Ways(props: SignInFormProps) {
  const { t } = useTranslation('sources');
  const { page, code, prefersForm = false } = props.entry;
  const [isForm, setForm] = useState(prefersForm);
  const way = page ? 'page' : code ? 'code' : undefined;
  if (!way) return <SignInForm {...props} />;
  return (
    <>
      {isForm && <SignInForm {...props} />}
      {!isForm && page && <PageSignIn {...props} page={page} />}
      {!isForm && !page && code && <CodeSignIn {...props} code={code} />}
      {props.entry.fields.length > 0 && (
        <div>
          <Button kind="quiet" onClick={() => setForm(!isForm)}>
            {t(isForm ? `${way}.instead` : prefersForm ? `${way}.byKey` : `${way}.byPassword`)}
          </Button>
        </div>
      )}
    </>
  );
}
