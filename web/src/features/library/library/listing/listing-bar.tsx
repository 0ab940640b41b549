import type { PlaylistItemSort } from '@matinee/contract/gen/api.ts';
import { ArrowDownNarrowWide, ArrowDownWideNarrow } from 'lucide-react';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { IconButton } from '../../../../ui/buttons/icon-button.tsx';
import { SearchField } from '../../../../ui/fields/search-field.tsx';
import { Select } from '../../../../ui/fields/select.tsx';
import type { Listing } from './use-listing.ts';

const sorts: readonly PlaylistItemSort[] = ['position', 'name', 'created_at', 'duration', 'creator'];

export interface ListingBarProps {
  readonly listing: Listing;
  readonly onChange: (listing: Listing) => void;
}

/** The search in the playlist, and its order. [WL15] */
export function ListingBar({ listing, onChange }: ListingBarProps) {
  const { t } = useTranslation('library');
  const { search, sort, isDescending, isRecursive, isPlayable } = listing;
  const Direction = isDescending ? ArrowDownWideNarrow : ArrowDownNarrowWide;
  return (
    <search className="grid gap-2 pb-1">
      <SearchField
        label={t('listing.search')}
        value={search}
        onChange={(text) => onChange({ ...listing, search: text })}
      />
      <div className="flex items-center gap-1">
        <div className="min-w-0 flex-1">
          <Select
            label={t('listing.sort')}
            labelHidden
            value={sort}
            options={sorts.map((value) => ({ value, label: t(`listing.by.${value}`) }))}
            onChange={(value) => onChange({ ...listing, sort: value })}
          />
        </div>
        <IconButton
          label={t('listing.descending')}
          tooltip="end"
          aria-pressed={isDescending}
          icon={<Direction size={20} aria-hidden="true" />}
          onClick={() => onChange({ ...listing, isDescending: !isDescending })}
        />
      </div>
      <div className="flex flex-wrap gap-x-4 text-sm">
        <Check
          label={t('listing.recursive')}
          isChecked={isRecursive}
          onChange={(checked) => onChange({ ...listing, isRecursive: checked })}
        />
        <Check
          label={t('listing.playable')}
          isChecked={isPlayable}
          onChange={(checked) => onChange({ ...listing, isPlayable: checked })}
        />
      </div>
    </search>
  );
}

interface CheckProps {
  readonly label: string;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
}

function Check({ label, isChecked, onChange }: CheckProps) {
  return (
    <label className="flex min-h-11 items-center gap-2">
      <input
        type="checkbox"
        checked={isChecked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-5 accent-accent-text"
      />
      {label}
    </label>
  );
}
