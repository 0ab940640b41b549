import type { useTranslation } from 'react-i18next';

export type Translate = ReturnType<typeof useTranslation>['t'];

/** Makes a choice of a value, with its text in `group`. */
export function option(t: Translate, group: string) {
  return <Value extends string>(value: Value) => ({ value, label: t(`${group}.${value}`) });
}
