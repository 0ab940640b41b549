import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Chip } from '../../../ui/signs/chip.tsx';
import type { Chosen } from './chosen-rooms.ts';

interface ChosenRoomProps {
  readonly chosen: Chosen;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onEnds: (ends: string) => void;
  readonly onMove: (by: 1 | -1) => void;
  readonly onRemove: () => void;
}

/** A featured room: its end, its place, and whether the feeds show it. */
export function ChosenRoom({ chosen, isFirst, isLast, onEnds, onMove, onRemove }: ChosenRoomProps) {
  const { t } = useTranslation('admin-featured');
  const { room, ends, isShown } = chosen;
  const { name } = room;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-border bg-surface p-4">
      <div className="min-w-0 flex-1 basis-56">
        <p dir="auto" className="truncate font-semibold">
          {name}
        </p>
        <p className="truncate text-sm text-muted">
          <bdi>{room.creator_display_name}</bdi>
        </p>
        {isShown === false && <Chip tone="danger">{t('notShown')}</Chip>}
      </div>
      <TextField
        label={t('ends')}
        type="datetime-local"
        value={ends}
        onChange={(event) => onEnds(event.target.value)}
      />
      <div className="flex">
        <IconButton
          label={t('up', { name })}
          disabled={isFirst}
          icon={<ArrowUp size={18} aria-hidden="true" />}
          onClick={() => onMove(-1)}
        />
        <IconButton
          label={t('down', { name })}
          disabled={isLast}
          icon={<ArrowDown size={18} aria-hidden="true" />}
          onClick={() => onMove(1)}
        />
        <IconButton
          label={t('remove', { name })}
          tooltip="end"
          icon={<X size={18} aria-hidden="true" />}
          onClick={onRemove}
        />
      </div>
    </li>
  );
}
