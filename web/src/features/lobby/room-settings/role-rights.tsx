import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { delegable, type Overrides, overrideOf, withOverride } from '../../people/members/overrides.port.ts';
import { PermissionRow } from '../../people/members/permission-row.port.tsx';
import type { FieldsProps } from './film-fields.tsx';

const roles = ['member', 'admin'] as const;
const none: Overrides = { added: [], removed: [] };

/**
 * Permissions of this room's members and admins that differ from the server's defaults. Closed at first: few rooms need
 * it. [WR24]
 */
export function RoleRights({ settings, onChange }: FieldsProps) {
  const { t } = useTranslation('room-settings');
  const [role, setRole] = useState<(typeof roles)[number]>('member');
  const key = `${role}_permissions` as const;
  const overrides: Overrides = settings[key] ?? none;
  return (
    <details className="group rounded-control border border-line">
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 px-3.5 py-2 font-medium [&::-webkit-details-marker]:hidden">
        {t('rights.open')}
        <ChevronDown size={18} aria-hidden="true" className="shrink-0 text-muted group-open:rotate-180" />
      </summary>
      <div className="grid gap-4 px-3.5 pt-2 pb-4">
        <p className="text-sm text-muted">{t('rights.lead')}</p>
        <Select
          label={t('rights.of')}
          value={role}
          options={roles.map((value) => ({ value, label: t(`rights.roles.${value}`) }))}
          onChange={setRole}
        />
        <ul className="grid grid-cols-1 gap-3">
          {delegable.map((permission) => (
            <PermissionRow
              key={permission}
              permission={permission}
              value={overrideOf(overrides, permission)}
              usual={t('rights.usual')}
              mayGive
              onChange={(override) => onChange({ [key]: { ...withOverride(overrides, permission, override) } })}
            />
          ))}
        </ul>
      </div>
    </details>
  );
}
