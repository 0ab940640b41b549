import { LogIn } from 'lucide-react';
import { useState } from 'react';
import { ApiError, violationsOf } from '../../../../client/calls/api-error.ts';
import { useViolationText } from '../../../../client/words/error-text.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { Form } from '../../../../ui/fields/form.tsx';
import { PasswordField } from '../../../../ui/fields/password-field.tsx';
import { Select } from '../../../../ui/fields/select.tsx';
import { TextField, type TextFieldProps } from '../../../../ui/fields/text-field.tsx';
import type { SignInField, SourceEntry } from '../entry.ts';
import { SourceFault } from '../source-fault.tsx';
import { type SourceAccount, useSourceSignIn } from '../use-accounts.ts';
import { useSourceWords } from '../use-source-words.ts';

export interface SignInFormProps {
  readonly entry: SourceEntry;
  /** Names of the instances for the sign-in, an empty one for this server. The first one is chosen. */
  readonly places?: readonly string[];
  /** Known values, by the names of their fields. */
  readonly known?: Readonly<Record<string, string>>;
  readonly onSignedIn: (account: SourceAccount) => void;
}

/** The form to sign in to a source, with the fields that its entry names. [WSO2] */
export function SignInForm({ entry, places = [''], known = {}, onSignedIn }: SignInFormProps) {
  const { t } = useTranslation('sources');
  const words = useSourceWords();
  const [instance, setInstance] = useState(places[0] ?? '');
  const violationText = useViolationText();
  const signIn = useSourceSignIn(entry);
  const [values, setValues] = useState(known);
  const [isTried, setTried] = useState(false);
  const violations = signIn.error instanceof ApiError ? violationsOf(signIn.error.details) : [];
  const isMissing = ({ name, isOptional }: SignInField) => !isOptional && !values[name]?.trim();
  const faultOf = (field: SignInField): string | undefined => {
    if (isTried && isMissing(field)) return t('signIn.missing');
    const violation = violations.find(({ field: named }) => named === field.name);
    return violation && violationText(violation);
  };
  const submit = () => {
    setTried(true);
    if (entry.fields.some(isMissing)) return;
    signIn.mutate({ values, instance }, { onSuccess: onSignedIn });
  };
  const isSaid = entry.fields.some((field) => faultOf(field) !== undefined);
  return (
    <Form onSubmit={submit} className="grid gap-4">
      {places.length > 1 && (
        <Select
          label={t('signIn.place')}
          hint={t('signIn.placeHint')}
          value={instance}
          options={places.map((name) => ({ value: name, label: name || t('signIn.here') }))}
          onChange={(name) => {
            setInstance(name);
            signIn.reset();
          }}
        />
      )}
      {entry.fields.map((field) => (
        <SourceField
          key={field.name}
          kind={field.kind}
          label={words.label(entry, field.name)}
          hint={words.hint(entry, field.name)}
          error={faultOf(field)}
          value={values[field.name] ?? ''}
          onChange={(event) => {
            setValues({ ...values, [field.name]: event.target.value });
            signIn.reset();
          }}
        />
      ))}
      {signIn.isError && !isSaid && <SourceFault error={signIn.error} />}
      <p className="text-sm text-muted">{t('signIn.kept')}</p>
      <div>
        <Button type="submit" kind="primary" busy={signIn.isPending} icon={<LogIn size={18} aria-hidden="true" />}>
          {t('signIn.action')}
        </Button>
      </div>
    </Form>
  );
}

function SourceField({ kind, ...rest }: Pick<SignInField, 'kind'> & TextFieldProps) {
  // The account belongs to another server: the browser must not offer the password of this one, nor replace it.
  if (kind === 'password') return <PasswordField {...rest} autoComplete="new-password" />;
  return (
    <TextField
      {...rest}
      inputMode={kind === 'url' ? 'url' : 'text'}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}
