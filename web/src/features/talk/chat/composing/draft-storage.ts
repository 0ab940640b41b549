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
    read() {
      try {
        return sessionStorage.getItem(key) ?? '';
      } catch {
        return '';
      }
    },
    write(draft) {
      try {
        if (draft === '') sessionStorage.removeItem(key);
        else sessionStorage.setItem(key, draft);
      } catch {
        // The field still has the text.
      }
    },
  };
}
