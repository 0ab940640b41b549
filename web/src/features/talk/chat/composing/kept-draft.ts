/** A text that is being written in one room, as long as this tab is open. Storage that is full or not allowed keeps nothing. [WC20] */
export interface KeptDraft {
  read(): string;
  write(draft: string): void;
}

export function keptDraft(roomId: string, userId: string): KeptDraft {
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
        // The field has it.
      }
    },
  };
}
