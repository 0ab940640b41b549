import { useState } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Form } from '../../../ui/fields/form.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { isDisplayName } from './display-name.ts';
import { useSaveName } from './use-save-name.ts';

/** The display name, on the account page. [WDN2] */
export function NameForm() {
  const { t } = useTranslation('display-names');
  const { user } = useSession();
  const errorText = useErrorText();
  const [typed, setTyped] = useState<string | undefined>();
  const save = useSaveName(() => setTyped(undefined));
  if (!user) return null;
  const name = typed ?? user.display_name;
  const isChanged = name.trim() !== user.display_name;
  const isWrong = isChanged && !isDisplayName(name);
  const submit = () => {
    if (isChanged && !isWrong && !save.isPending) save.mutate(name.trim());
  };
  return (
    <Form onSubmit={submit} className="mt-5 grid gap-x-4 gap-y-3 sm:grid-cols-[1fr_auto] sm:items-start">
      <div className="min-w-0">
        <TextField
          label={t('name')}
          hint={t('hint')}
          name="name"
          autoComplete="nickname"
          spellCheck={false}
          dir="auto"
          maxLength={128}
          required
          value={name}
          onChange={(event) => {
            save.reset();
            setTyped(event.target.value);
          }}
          error={save.error ? errorText(save.error) : isWrong ? t('rule') : undefined}
        />
      </div>
      <Button
        type="submit"
        kind="primary"
        aria-label={t('saveName')}
        className="justify-self-start sm:mt-[1.625rem]"
        disabled={!isChanged}
        busy={save.isPending}
      >
        {t('save')}
      </Button>
    </Form>
  );
}
