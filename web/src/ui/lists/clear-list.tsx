import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../buttons/button.tsx';
import { ConfirmDialog } from '../dialogs/confirm-dialog.tsx';

interface ClearListProps {
  /** Label of the button and of the confirming answer. */
  readonly action: string;
  /** The question. */
  readonly title: string;
  readonly text: string;
  readonly onClear: () => void;
}

/** The button below a list that deletes all of it. It asks first. */
export function ClearList({ action, title, text, onClear }: ClearListProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <div className="border-t border-border px-5 py-3 sm:px-6">
      <Button kind="danger" icon={<Trash2 size={18} aria-hidden="true" />} onClick={() => setAsking(true)}>
        {action}
      </Button>
      <ConfirmDialog
        {...{ title, text, action }}
        isOpen={isAsking}
        onConfirm={() => {
          onClear();
          setAsking(false);
        }}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}
