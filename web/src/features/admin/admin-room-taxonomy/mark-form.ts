import type { RoomCategory, RoomLabel } from '@matinee/contract/gen/api.ts';

/** The values in the form of a category or label. For a category, the values that only labels have stay unchanged. */
export interface MarkForm {
  readonly name: string;
  /** By language; empty names are not sent. */
  readonly names: Readonly<Record<string, string>>;
  /** Digits. */
  readonly position: string;
  readonly color: string;
  /** Empty: for all rooms. */
  readonly categoryId: string;
}

const newColor = '#e8590c';

/** `after`: number of existing entries, so that a new one is last. Pure. [WTX3] */
export function formOf(mark: RoomCategory | RoomLabel | undefined, after: number): MarkForm {
  return {
    name: mark?.name ?? '',
    names: mark?.names ?? {},
    position: String(mark?.position ?? after),
    color: mark && 'color' in mark ? mark.color : newColor,
    categoryId: mark && 'category_id' in mark ? mark.category_id : '',
  };
}

/** The form as the request for a category. Pure. */
export function categoryOf({ name, names, position }: MarkForm) {
  const filled = Object.entries(names).filter(([, value]) => value.trim() !== '');
  return {
    name: name.trim(),
    names: Object.fromEntries(filled.map(([language, value]) => [language, value.trim()])),
    position: Number(position) || 0,
  };
}

/** The form as the request for a label. Pure. */
export function labelOf(form: MarkForm) {
  return { ...categoryOf(form), color: form.color, category_id: form.categoryId };
}
