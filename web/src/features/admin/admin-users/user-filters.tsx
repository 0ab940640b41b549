import type { AccountSort, AccountStatus, UserRole } from '@matinee/contract/gen/api.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { option } from '../admin/option.ts';
import type { UserFilter } from './use-users.ts';

const statuses: readonly AccountStatus[] = ['active', 'banned', 'deleted'];
const roles: readonly UserRole[] = ['user', 'admin', 'root'];
const sorts: readonly AccountSort[] = ['newest', 'oldest', 'username', 'rooms'];

interface UserFiltersProps {
  readonly filter: UserFilter;
  readonly change: (next: Partial<UserFilter>) => void;
}

/** Which accounts the list shows, and in which order. */
export function UserFilters({ filter, change }: UserFiltersProps) {
  const { t } = useTranslation('admin-users');
  return (
    <search className="grid grid-cols-2 gap-3 xl:grid-cols-[minmax(0,1fr)_11.5rem_9.5rem_11.5rem]">
      <div className="col-span-2 xl:col-span-1">
        <TextField
          label={t('filter.search')}
          type="search"
          maxLength={50}
          value={filter.search}
          onChange={(event) => change({ search: event.target.value })}
        />
      </div>
      <Select
        label={t('filter.status')}
        value={filter.status}
        options={[{ value: '' as const, label: t('filter.anyStatus') }, ...statuses.map(option(t, 'status'))]}
        onChange={(status) => change({ status })}
      />
      <Select
        label={t('filter.role')}
        value={filter.role}
        options={[{ value: '' as const, label: t('filter.anyRole') }, ...roles.map(option(t, 'role'))]}
        onChange={(role) => change({ role })}
      />
      <div className="col-span-2 sm:col-span-1">
        <Select
          label={t('filter.sort')}
          value={filter.sort}
          options={sorts.map(option(t, 'sort'))}
          onChange={(sort) => change({ sort })}
        />
      </div>
    </search>
  );
}
