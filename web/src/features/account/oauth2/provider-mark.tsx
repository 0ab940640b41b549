import { initialsOf } from '@matinee/contract/hue.ts';

/** A mark beside the name of a provider: its first letter, since logos belong to others. */
export function ProviderMark({ name }: { readonly name: string }) {
  return (
    <span
      aria-hidden="true"
      className="grid size-7 shrink-0 place-items-center rounded-lg bg-accent-soft text-sm font-bold text-accent-text"
    >
      {initialsOf(name).charAt(0)}
    </span>
  );
}
