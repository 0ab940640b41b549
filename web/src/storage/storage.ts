/**
 * Texts by key that outlive the page. A browser may refuse storage: by its settings, in private mode, as the disk is
 * full. Then nothing is kept, and no call fails.
 */
export interface StoredTexts {
  /** Null: nothing is stored. */
  read(key: string): string | null;
  /** The parsed JSON value. Null: nothing is stored. */
  readValue(key: string): unknown;
  /** Undefined: the text is forgotten. */
  write(key: string, text: string | undefined): void;
}

/** Storage that all tabs of this browser share. */
export const inBrowser = keptIn(() => localStorage);

/** Storage of this tab until it is closed. */
export const inTab = keptIn(() => sessionStorage);

/** @param find throws where the browser refuses even to look */
function keptIn(find: () => Storage): StoredTexts {
  const attempt = <T>(work: () => T) => {
    try {
      return work();
    } catch {
      return null;
    }
  };
  return {
    read: (key) => attempt(() => find().getItem(key)),
    readValue: (key) => attempt(() => JSON.parse(find().getItem(key) ?? 'null')),
    write: (key, text) => void attempt(() => (text === undefined ? find().removeItem(key) : find().setItem(key, text))),
  };
}
