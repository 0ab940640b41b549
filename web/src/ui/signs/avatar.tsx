import { hueOf, initialsOf } from '@matinee/contract/hue.ts';
import { classNames } from '../class-names.ts';

export interface AvatarProps {
  /** The user's id. The colour is made from it, so it stays when the name changes. */
  readonly id: string;
  readonly name: string;
  readonly size?: 'small' | 'normal' | 'large';
}

const sizes = { small: 'size-7 text-[0.6875rem]', normal: 'size-9 text-sm', large: 'size-14 text-lg' };

/** Decorative: the name always stands beside it. */
export function Avatar({ id, name, size = 'normal' }: AvatarProps) {
  return (
    <span
      aria-hidden="true"
      // The letters come from CSS: as text they would become part of the label of a button around them.
      data-initials={initialsOf(name)}
      className={classNames(
        'grid shrink-0 place-items-center rounded-full font-semibold text-white before:content-[attr(data-initials)]',
        sizes[size],
      )}
      style={{ backgroundColor: `hsl(${hueOf(id)} 42% 30%)` }}
    />
  );
}
