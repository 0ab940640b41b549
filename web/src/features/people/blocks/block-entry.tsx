import { Ban } from 'lucide-react';
import { useSession } from '../../../client/session/session.tsx';
import { useTranslation } from '../../../texts/use-translation.ts';
import type { MenuEntry } from '../../../ui/buttons/menu-popup.tsx';
import { useBlock, useBlockedIds } from './blocks.port.ts';

/** The item of a person's menu that blocks or unblocks them. Undefined for guests: they cannot block. [WB1] */
export function useBlockEntry(userId: string, name: string): MenuEntry | undefined {
  const { t } = useTranslation('blocks');
  const { user } = useSession();
  const isBlocked = useBlockedIds().has(userId);
  const block = useBlock();
  if (!user) return undefined;
  return {
    kind: 'item',
    label: t(isBlocked ? 'unblock' : 'block'),
    icon: <Ban size={18} aria-hidden="true" />,
    onSelect: () => block.mutate({ userId, name, isBlocked: !isBlocked }),
  };
}
