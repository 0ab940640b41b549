import { type FormEvent, useState } from 'react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { preloadOpening, useQuickRoom } from './quick-room.ts';

/**
 * Goes to the room of a link or code, or opens a room with the film of a link. Pasting a valid link goes at once. [WR1]
 * [WR13]
 */
export function JoinCard({ onAsk }: { readonly onAsk: () => void }) {
  const { t } = useTranslation('rooms');
  const [text, setText] = useState('');
  const quick = useQuickRoom(onAsk);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    quick.open({ link: text });
  };
  return (
    <section className="flex flex-col gap-4 rounded-card border border-border bg-surface p-5 sm:p-6">
      <div className="flex-1">
        <h2 className="text-xl font-semibold">{t('join.title')}</h2>
        <p className="mt-1 text-muted">{t('join.lead')}</p>
      </div>
      <form onSubmit={submit} noValidate className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <TextField
            label={t('join.field')}
            labelHidden
            placeholder={t('join.field')}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className="min-h-13"
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              quick.forget();
            }}
            onFocus={preloadOpening}
            onPaste={(event) => {
              // The text is first put into the field, and stays there if it matches no room or film.
              const pasted = event.clipboardData.getData('text');
              if (text === '') quick.open({ link: pasted });
            }}
            error={quick.error}
          />
        </div>
        <Button type="submit" size="large" busy={quick.isBusy}>
          {t('join.action')}
        </Button>
      </form>
    </section>
  );
}
