import { Plus, Search } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { pageUrl } from '../../../../client/calls/base.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { TextField } from '../../../../ui/fields/text-field.tsx';
import { linksIn, type Refusal, refusalOf } from '../links.port.ts';
import type { Library } from '../use-library.ts';

export interface AddFieldProps {
  readonly isBusy: boolean;
  /**
   * True: this is the next step for the person. The field has the accent colour, and takes the focus if no other
   * element has it.
   */
  readonly isProminent?: boolean;
  /** The label of the button. Absent: "Add". */
  readonly action?: string;
  /** @returns why nothing was added; undefined on success. After a refusal the text is kept. */
  readonly onAdd: Library['add'];
  /** Searches for words that are no link. [WFI1] */
  readonly onFind: (words: string) => void;
}

export function AddField({ isBusy, isProminent = false, action, onAdd, onFind }: AddFieldProps) {
  const { t } = useTranslation('library');
  const [text, setText] = useState('');
  const [refusal, setRefusal] = useState<Refusal>();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (isProminent && isFocusFree()) form.current?.querySelector('input')?.focus();
  }, [isProminent]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const links = linksIn(text, pageUrl(''));
    const isWords = areWords(text);
    if (isWords) onFind(text.trim());
    const refused = isWords ? undefined : links.length === 0 ? refusalOf(text) : await onAdd(links);
    // Text typed meanwhile is the next link.
    if (refused === undefined) setText((now) => (now === text ? '' : now));
    setRefusal(refused === 'failed' ? undefined : refused);
  };
  const isSearch = text.trim() !== '' && areWords(text);
  return (
    <form ref={form} onSubmit={submit} noValidate className="@container flex items-start gap-2 text-start">
      <div className="min-w-0 flex-1">
        <TextField
          label={t('add.field')}
          labelHidden
          placeholder={t('add.field')}
          enterKeyHint="go"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setRefusal(undefined);
          }}
          error={refusal && t(`add.${refusal.why}`, refusal)}
        />
      </div>
      <Button
        type="submit"
        kind={isProminent ? 'primary' : 'secondary'}
        busy={isBusy}
        icon={isSearch ? <Search size={18} aria-hidden="true" /> : <Plus size={18} aria-hidden="true" />}
      >
        <span className="@max-[21rem]:sr-only">{isSearch ? t('add.find') : (action ?? t('add.action'))}</span>
      </Button>
    </form>
  );
}

/** True if a text names no link, not even one that cannot be played. */
function areWords(text: string): boolean {
  return linksIn(text, pageUrl('')).length === 0 && refusalOf(text).why === 'none';
}

/** True if nothing has the focus, and taking it opens no keyboard of a phone. [WL10] */
function isFocusFree(): boolean {
  const { activeElement, body } = document;
  return (activeElement === body || activeElement?.tagName === 'MAIN') && matchMedia('(hover: hover)').matches;
}
