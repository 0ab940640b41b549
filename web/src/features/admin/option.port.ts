import type { useTranslation } from 'react-i18next';

export type Translate = ReturnType<typeof useTranslation>['t'];

/** Makes an option from a value. The label is the value's text in `group`. */
export function option(t: Translate, group: string) {
  return <Value extends string>(value: Value) => ({ value, label: t(`${group}.${value}`) });
}
