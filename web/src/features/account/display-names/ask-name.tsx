import { X } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import type { RoomStripProps } from '../../../room/room-entry.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { Form } from '../../../ui/fields/form.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { useStoredChoice } from '../../../ui/stored-choice.ts';
import { isDisplayName } from './display-name.ts';
import { unnamedAccount } from './unnamed.port.ts';
import { useSaveName } from './use-save-name.ts';

/**
 * Asks for a name once, above the panels, if this browser made the account without one. Nothing waits for the answer.
 * [WDN3]
 */
export function AskName({ place }: RoomStripProps) {
  const { user } = useSession();
  const unnamed = useStoredChoice(unnamedAccount);
  return place === 'panels' && user && user.id === unnamed ? <Question /> : null;
}

function Question() {
  const { t } = useTranslation('display-names');
  const errorText = useErrorText();
  const [name, setName] = useState('');
  const save = useSaveName(() => {});
  return (
    <section
      aria-label={t('ask')}
      className="shrink-0 border-b border-border p-3 in-data-covered:hidden cramped:hidden"
    >
      <Form
        onSubmit={() => {
          if (isDisplayName(name) && !save.isPending) save.mutate(name.trim());
        }}
        className="flex items-end gap-2"
      >
        <div className="min-w-0 flex-1">
          <TextField
            label={t('ask')}
            name="name"
            autoComplete="nickname"
            spellCheck={false}
            dir="auto"
            maxLength={128}
            value={name}
            onChange={(event) => {
              save.reset();
              setName(event.target.value);
            }}
            error={save.error ? errorText(save.error) : undefined}
          />
        </div>
        <Button type="submit" kind="primary" busy={save.isPending} disabled={!isDisplayName(name)}>
          {t('ok')}
        </Button>
        <IconButton
          label={t('notNow')}
          icon={<X size={18} aria-hidden="true" />}
          onClick={() => unnamedAccount.set('')}
        />
      </Form>
    </section>
  );
}
