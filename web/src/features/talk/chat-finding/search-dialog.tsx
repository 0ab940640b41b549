import { Search } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { EmptyState } from '../../../ui/signs/empty-state.tsx';
import { Skeleton } from '../../../ui/signs/skeleton.tsx';
import { usePeopleToMention } from '../../people/members/people.port.ts';
import { Failure } from '../../shared/shell/failure.port.tsx';
import { MessageResults } from './message-results.tsx';
import { type MessageSearch, useMessageSearch } from './use-message-search.ts';

const nothing: MessageSearch = { query: '', userId: '', from: '', to: '' };

/** Finds messages by text, person and time. [WC16] */
export function SearchDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('chat-finding');
  const { showPanel } = useRoom();
  const [sought, setSought] = useState(nothing);
  const asked = useDeferredValue(sought);
  const found = useMessageSearch(asked);
  const onGo = () => {
    onClose();
    showPanel('chat');
  };
  return (
    <Dialog title={t('search')} isOpen onClose={onClose}>
      <SearchFields sought={sought} onChange={(change) => setSought({ ...sought, ...change })} />
      <div className="mt-4 min-h-64" aria-busy={found.isLoading}>
        {found.isLoading && <Skeleton className="h-12 w-4/5" />}
        {found.error !== null && <Failure error={found.error} onRetry={() => void found.refetch()} />}
        {found.isNothing && (
          <EmptyState icon={<Search aria-hidden="true" />} title={t('nothingFound')} text={t('nothingFoundText')} />
        )}
        <p role="status" className="sr-only">
          {found.messages.length > 0 && t('found', { count: found.messages.length })}
        </p>
        <MessageResults label={t('results')} messages={found.messages} sought={asked.query} onGo={onGo} />
        {found.hasNextPage && (
          <Button kind="secondary" className="mt-2" onClick={() => void found.fetchNextPage()}>
            {t('moreResults')}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

interface SearchFieldsProps {
  readonly sought: MessageSearch;
  readonly onChange: (change: Partial<MessageSearch>) => void;
}

function SearchFields({ sought, onChange }: SearchFieldsProps) {
  const { t } = useTranslation('chat-finding');
  const { self } = useRoom();
  const people = usePeopleToMention();
  const options = [
    { value: '', label: t('everybody') },
    { value: self.id, label: t('me') },
    ...people.map(({ user_id: value, display_name: label }) => ({ value, label })),
  ];
  return (
    <search className="grid gap-3 sm:grid-cols-2">
      <div className="sm:col-span-2">
        <TextField
          label={t('searchText')}
          type="search"
          maxLength={100}
          data-autofocus
          value={sought.query}
          onChange={({ target }) => onChange({ query: target.value })}
        />
      </div>
      <div className="sm:col-span-2">
        <Select label={t('from')} value={sought.userId} options={options} onChange={(userId) => onChange({ userId })} />
      </div>
      <TextField
        label={t('since')}
        type="date"
        max={sought.to}
        value={sought.from}
        onChange={({ target }) => onChange({ from: target.value })}
      />
      <TextField
        label={t('until')}
        type="date"
        min={sought.from}
        value={sought.to}
        onChange={({ target }) => onChange({ to: target.value })}
      />
    </search>
  );
}
