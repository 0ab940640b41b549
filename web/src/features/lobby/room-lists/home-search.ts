/** The search parameters of the start page's address. */
export interface HomeSearch {
  /** The dialog that makes a room is open. */
  readonly create?: true;
  /** The search text. */
  readonly q?: string;
  readonly live?: true;
  readonly category?: string;
  /** Ids of labels, separated by commas. */
  readonly labels?: string;
}

/** Reads the parameters and leaves out invalid ones. Pure. [WRL5] */
export function homeSearch({ create, q, live, category, labels }: Record<string, unknown>): HomeSearch {
  return {
    ...(create ? { create: true } : {}),
    ...textOf('q', q),
    ...(live ? { live: true } : {}),
    ...textOf('category', category),
    ...textOf('labels', labels),
  };
}

/** The router reads a search for `2026` as a number. */
function textOf<Key extends string>(key: Key, value: unknown): { readonly [key in Key]?: string } {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 400) : '';
  return (text === '' ? {} : { [key]: text }) as { readonly [key in Key]?: string };
}
