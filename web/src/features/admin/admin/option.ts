import type { Translate } from '../../../texts/texts.ts';

/** Makes an option from a value. The label is the value's text in `group`. */
export function option(t: Translate, group: string) {
  return <Value extends string>(value: Value) => ({ value, label: t(`${group}.${value}`) });
}
