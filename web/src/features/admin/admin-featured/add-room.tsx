import type { Room } from '@matinee/contract/gen/api.ts';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useTranslation } from '../../../texts/use-translation.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';

interface AddRoomProps {
  /** Ids of the rooms already chosen. */
  readonly leftOut: ReadonlySet<string>;
  readonly onAdd: (room: Room) => void;
}

const maxFound = 6;

/** Finds public rooms by a part of their name. */
export function AddRoom({ leftOut, onAdd }: AddRoomProps) {
  const { t } = useTranslation('admin-featured');
  const { api } = useSession();
  const [text, setText] = useState('');
  const search = text.trim();
  const query = useQuery({
    queryKey: ['admin', 'rooms', 'to-feature', search],
    queryFn: ({ signal }) =>
      api.call(
        'AdminService.ListRooms',
        { search, visibility: 'public', status: 'active', page_size: maxFound },
        { signal },
      ),
    enabled: search !== '',
  });
  const found = (query.data?.rooms ?? []).flatMap(({ room }) => (room && !leftOut.has(room.id) ? [room] : []));
  return (
    <div className="grid max-w-xl gap-2">
      <TextField
        label={t('add')}
        type="search"
        maxLength={100}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {search !== '' && query.data && found.length === 0 && <p className="text-muted">{t('noMatch')}</p>}
      {search !== '' && found.length > 0 && (
        <ul
          aria-label={t('found')}
          className="grid divide-y divide-border rounded-card border border-border bg-surface"
        >
          {found.map((room) => (
            <li key={room.id} className="flex items-center gap-3 py-1 ps-4 pe-1">
              <span className="min-w-0 flex-1 truncate">
                <bdi>{room.name}</bdi> <span className="text-muted">· {room.creator_display_name}</span>
              </span>
              <IconButton
                label={t('addOne', { name: room.name })}
                tooltip="end"
                icon={<Plus size={18} aria-hidden="true" />}
                onClick={() => {
                  onAdd(room);
                  setText('');
                }}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
