/** What the address of the start page says, besides that it is the start page. */
export interface HomeSearch {
  /** The dialog that makes a room is open. */
  readonly create?: true;
  /** What is searched for. */
  readonly q?: string;
  readonly live?: true;
  readonly category?: string;
  /** Ids of labels, with commas between them. */
  readonly labels?: string;
}

/** Reads it; what makes no sense is left out. Pure. [WRL5] */
export function homeSearch({ create, q, live, category, labels }: Record<string, unknown>): HomeSearch {
  return {
    ...(create ? { create: true } : {}),
    ...textOf('q', q),
    ...(live ? { live: true } : {}),
    ...textOf('category', category),
    ...textOf('labels', labels),
  };
}

/** A search for `2026` is read as a number. */
function textOf<Key extends string>(key: Key, value: unknown): { readonly [key in Key]?: string } {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 400) : '';
  return (text === '' ? {} : { [key]: text }) as { readonly [key in Key]?: string };
}
