import type { RoomCategory, RoomLabel } from '@matinee/contract/gen/api.ts';

/** What the form of a category or label edits; what a category does not have stays as it is. */
export interface MarkForm {
  readonly name: string;
  /** By language; an empty one is not sent. */
  readonly names: Readonly<Record<string, string>>;
  /** Digits. */
  readonly position: string;
  readonly color: string;
  /** Empty: for all rooms. */
  readonly categoryId: string;
}

const newColor = '#e8590c';

/** `after`: how many there are already, so that a new one comes last. Pure. [WTX3] */
export function formOf(mark: RoomCategory | RoomLabel | undefined, after: number): MarkForm {
  return {
    name: mark?.name ?? '',
    names: mark?.names ?? {},
    position: String(mark?.position ?? after),
    color: mark && 'color' in mark ? mark.color : newColor,
    categoryId: mark && 'category_id' in mark ? mark.category_id : '',
  };
}

/** What is sent of it for a category. Pure. */
export function categoryOf({ name, names, position }: MarkForm) {
  const filled = Object.entries(names).filter(([, value]) => value.trim() !== '');
  return {
    name: name.trim(),
    names: Object.fromEntries(filled.map(([language, value]) => [language, value.trim()])),
    position: Number(position) || 0,
  };
}

/** What is sent of it for a label. Pure. */
export function labelOf(form: MarkForm) {
  return { ...categoryOf(form), color: form.color, category_id: form.categoryId };
}
