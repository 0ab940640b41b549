import type { AutoPlayMode, RoomSettings } from '@matinee/contract/gen/api.ts';
import { ArrowRight, Repeat, Repeat1, Shuffle, ThumbsUp } from 'lucide-react';
import { useSession } from '../../../../client/session/session.tsx';
import { useErrorText } from '../../../../client/words/error-text.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { IconButton } from '../../../../ui/buttons/icon-button.tsx';
import { Menu } from '../../../../ui/buttons/menu.tsx';
import { showToast } from '../../../../ui/signs/toast.tsx';

const icons = { sequential: ArrowRight, repeat_one: Repeat1, repeat_all: Repeat, shuffle: Shuffle, votes: ThumbsUp };
/** The pauses between two items that the menu offers, in seconds. */
const pauses = [0, 5, 10, 30];
const modes: readonly AutoPlayMode[] = ['sequential', 'repeat_one', 'repeat_all', 'shuffle', 'votes'];

export interface AutoPlayProps {
  readonly roomId: string;
  readonly mode: AutoPlayMode;
  /** Pause between two items. */
  readonly delaySeconds: number;
  readonly mayChange: boolean;
}

/** The behaviour at the end of an item: a menu for people who may change it, plain text for others. */
export function AutoPlay({ roomId, mode, delaySeconds, mayChange }: AutoPlayProps) {
  const { t } = useTranslation('library');
  const { api } = useSession();
  const errorText = useErrorText();
  const Icon = icons[mode];
  const label = t('autoPlay.label', { mode: t(`autoPlay.${mode}`) });
  if (!mayChange) {
    return (
      <span role="img" aria-label={label} title={label} className="grid size-11 place-items-center text-muted">
        <Icon size={18} aria-hidden="true" />
      </span>
    );
  }
  const change = (settings: Partial<RoomSettings>) =>
    void api
      .call('RoomService.UpdateRoomSettings', { room_id: roomId, settings })
      .catch((error: unknown) => showToast(errorText(error), 'danger'));
  return (
    <Menu
      trigger={<IconButton label={label} tooltip="end" icon={<Icon size={18} aria-hidden="true" />} />}
      entries={[
        {
          kind: 'choice',
          label: t('autoPlay.title'),
          value: mode,
          options: modes.map((value) => ({ value, label: t(`autoPlay.${value}`) })),
          onChange: (value) => change({ auto_play: value as AutoPlayMode }),
        },
        {
          kind: 'choice',
          label: t('autoPlay.pause'),
          value: String(delaySeconds),
          options: [...new Set([...pauses, delaySeconds])]
            .sort((a, b) => a - b)
            .map((seconds) => ({ value: String(seconds), label: t('autoPlay.seconds', { count: seconds }) })),
          onChange: (value) => change({ auto_play_delay_seconds: Number(value) }),
        },
      ]}
    />
  );
}
