import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';

export interface RenameDialogProps {
  readonly title: string;
  readonly name: string;
  readonly onRename: (name: string) => void;
  readonly onClose: () => void;
  /** Other fields, above the name. */
  readonly children?: ReactNode;
}

export function RenameDialog({ title, name, onRename, onClose, children }: RenameDialogProps) {
  const { t } = useTranslation('library');
  const [text, setText] = useState(name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const trimmed = text.trim();
    if (trimmed && trimmed !== name) onRename(trimmed);
    onClose();
  };
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      {children && <div className="mb-5">{children}</div>}
      <form onSubmit={submit} className="grid gap-5">
        <TextField
          label={t('item.name')}
          required
          maxLength={500}
          dir="auto"
          data-autofocus
          value={text}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" kind="primary">
          {t('item.save')}
        </Button>
      </form>
    </Dialog>
  );
}
