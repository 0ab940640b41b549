import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/buttons/button.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { parseRoomLink } from './room-link.ts';

/** Goes to the room of a link or code. Pasting a good link goes at once. */
export function JoinCard() {
  const { t } = useTranslation('rooms');
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [wasRefused, setRefused] = useState(false);
  const go = (value: string): boolean => {
    const roomId = parseRoomLink(value);
    if (roomId) void navigate({ to: '/r/$roomId', params: { roomId } });
    return roomId !== undefined;
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setRefused(!go(text));
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
              setRefused(false);
            }}
            onPaste={(event) => go(event.clipboardData.getData('text'))}
            error={wasRefused ? t('join.bad') : undefined}
          />
        </div>
        <Button type="submit" size="large">
          {t('join.action')}
        </Button>
      </form>
    </section>
  );
}
