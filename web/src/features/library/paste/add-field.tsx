import { Plus } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/buttons/button.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { type MediaLink, parseMediaLinks } from '../media-links.port.ts';

export interface AddFieldProps {
  readonly isBusy: boolean;
  /** True: drawn in the accent colour, as this is what to do next. */
  readonly isProminent?: boolean;
  /** @returns false when nothing was added; the text stays. */
  readonly onAdd: (links: readonly MediaLink[]) => Promise<boolean>;
}

export function AddField({ isBusy, isProminent = false, onAdd }: AddFieldProps) {
  const { t } = useTranslation('library');
  const [text, setText] = useState('');
  const [wasRefused, setRefused] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const links = parseMediaLinks(text, location.origin);
    setRefused(links.length === 0);
    if (links.length > 0 && (await onAdd(links))) setText('');
  };
  return (
    <form onSubmit={submit} noValidate className="@container flex items-start gap-2 text-start">
      <div className="min-w-0 flex-1">
        <TextField
          label={t('add.field')}
          labelHidden
          placeholder={t('add.field')}
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setRefused(false);
          }}
          error={wasRefused ? t('add.bad') : undefined}
        />
      </div>
      <Button
        type="submit"
        kind={isProminent ? 'primary' : 'secondary'}
        busy={isBusy}
        icon={<Plus size={18} aria-hidden="true" />}
      >
        <span className="@max-[21rem]:sr-only">{t('add.action')}</span>
      </Button>
    </form>
  );
}
