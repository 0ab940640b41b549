import type { AdminRoomSort, RoomStatus, RoomVisibility } from '@matinee/contract/gen/api.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { option } from '../admin/option.ts';
import type { RoomFilter } from './use-rooms.ts';

const statuses: readonly RoomStatus[] = ['active', 'closed', 'banned'];
const visibilities: readonly RoomVisibility[] = ['public', 'hidden'];
const sorts: readonly AdminRoomSort[] = ['newest', 'oldest', 'name', 'members'];

interface RoomFiltersProps {
  readonly filter: RoomFilter;
  readonly change: (next: Partial<RoomFilter>) => void;
}

/** Which rooms the list shows, and in which order. */
export function RoomFilters({ filter, change }: RoomFiltersProps) {
  const { t } = useTranslation('admin-rooms');
  return (
    <search className="grid grid-cols-2 gap-3 xl:grid-cols-[minmax(0,1fr)_9rem_10.5rem_12.5rem]">
      <div className="col-span-2 xl:col-span-1">
        <TextField
          label={t('filter.search')}
          type="search"
          maxLength={100}
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
        label={t('filter.visibility')}
        value={filter.visibility}
        options={[
          { value: '' as const, label: t('filter.anyVisibility') },
          ...visibilities.map(option(t, 'visibility')),
        ]}
        onChange={(visibility) => change({ visibility })}
      />
      <div className="col-span-2 sm:col-span-1">
        <Select
          label={t('filter.sort')}
          value={filter.sort}
          options={sorts.map(option(t, 'sort'))}
          onChange={(sort) => change({ sort })}
        />
      </div>
      <div className="col-span-2 xl:col-span-1">
        <Switch
          label={t('filter.online')}
          checked={filter.onlineOnly}
          onChange={(onlineOnly) => change({ onlineOnly })}
        />
      </div>
      <div className="col-span-2 xl:col-span-3">
        <Switch
          label={t('filter.ownerless')}
          checked={filter.ownerlessOnly}
          onChange={(ownerlessOnly) => change({ ownerlessOnly })}
        />
      </div>
    </search>
  );
}
