import type { Permission } from '@matinee/contract/gen/api.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Select } from '../../../ui/fields/select.tsx';
import type { Override } from './overrides.port.ts';

interface PermissionRowProps {
  readonly permission: Permission;
  /** The origin of the permission, in words. */
  readonly note?: string;
  readonly value: Override;
  /** Label of `usual` here. */
  readonly usual: string;
  /** False: the person at this page lacks the permission and so cannot grant it. */
  readonly mayGive: boolean;
  readonly onChange: (value: Override) => void;
}

/** One permission, with the choice to grant it, to deny it or to leave it to the role. [WM10] */
export function PermissionRow({ permission, note, value, usual, mayGive, onChange }: PermissionRowProps) {
  const { t } = useTranslation('members');
  const name = t(`permission.${permission}`);
  const offered = (['usual', 'given', 'taken'] as const).filter(
    (one) => one !== 'given' || mayGive || value === 'given',
  );
  return (
    <li className="flex items-center justify-between gap-4">
      <span className="min-w-0">
        <span className="block wrap-anywhere">{name}</span>
        {note && <span className="block text-sm text-muted">{note}</span>}
      </span>
      <div className="w-40 shrink-0">
        <Select
          label={name}
          labelHidden
          value={value}
          options={offered.map((one) => ({ value: one, label: one === 'usual' ? usual : t(`override.${one}`) }))}
          onChange={onChange}
        />
      </div>
    </li>
  );
}
