import type { RoomLabel } from '@matinee/contract/gen/api.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { nameIn } from './taxonomy.port.ts';

/** A label: a dot in its colour, beside its name, which is readable on any background. */
export function LabelTag({ label }: { readonly label: RoomLabel }) {
  const { i18n } = useTranslation('shell');
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-1.5">
      <span
        aria-hidden="true"
        className="size-2.5 shrink-0 rounded-full ring-1 ring-line"
        style={{ backgroundColor: label.color }}
      />
      <bdi className="truncate">{nameIn(label, i18n.language)}</bdi>
    </span>
  );
}
