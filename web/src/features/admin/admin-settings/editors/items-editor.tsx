import { Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { FaultText } from '../../../../ui/fields/fault-text.tsx';
import type { Faults } from '../settings-form.ts';

export interface ItemsEditorProps<T> {
  readonly items: readonly T[];
  readonly faults: Faults;
  readonly add: string;
  /** Names an item for its heading. */
  readonly nameOf: (item: T, index: number) => string;
  readonly make: () => T;
  readonly onChange: (items: T[]) => void;
  readonly children: (item: T, change: (changes: Partial<T>) => void, faults: Faults) => ReactNode;
}

/** A list of items with several fields. Each item is a card; cards can be added and removed. */
export function ItemsEditor<T>({ items, faults, add, nameOf, make, onChange, children }: ItemsEditorProps<T>) {
  const { t } = useTranslation('admin-settings');
  return (
    <div className="grid gap-4">
      {items.map((item, index) => {
        const within = faultsOfItem(faults, index);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: an item has no name of its own that stays while it is edited
          <fieldset key={index} className="grid gap-4 rounded-control border border-border p-4">
            <legend className="px-1 text-sm font-medium wrap-anywhere">{nameOf(item, index)}</legend>
            {children(
              item,
              (changes) => onChange(items.map((one, at) => (at === index ? { ...one, ...changes } : one))),
              within,
            )}
            <FaultText text={within['']} />
            <Button
              kind="quiet"
              icon={<Trash2 size={18} aria-hidden="true" />}
              className="justify-self-start"
              onClick={() => onChange(items.filter((_, at) => at !== index))}
            >
              {t('remove', { name: nameOf(item, index) })}
            </Button>
          </fieldset>
        );
      })}
      <Button
        icon={<Plus size={18} aria-hidden="true" />}
        className="justify-self-start"
        onClick={() => onChange([...items, make()])}
      >
        {add}
      </Button>
    </div>
  );
}

function faultsOfItem(faults: Faults, index: number): Faults {
  const prefix = `[${index}]`;
  return Object.fromEntries(
    Object.entries(faults)
      .filter(([place]) => place.startsWith(prefix))
      .map(([place, reason]) => [place.slice(prefix.length), reason]),
  );
}
