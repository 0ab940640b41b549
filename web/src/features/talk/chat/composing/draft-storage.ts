import { inTab } from '../../../../storage/storage.ts';

/**
 * The unsent text for one room, kept as long as this tab is open. If storage is full or not allowed, nothing is kept.
 * [WC20]
 */
export interface DraftStorage {
  read(): string;
  write(draft: string): void;
}

export function draftStorage(roomId: string, userId: string): DraftStorage {
  const key = `matinee.draft.${roomId}.${userId}`;
  return {
    read: () => inTab.read(key) ?? '',
    write: (draft) => inTab.write(key, draft || undefined),
  };
}
