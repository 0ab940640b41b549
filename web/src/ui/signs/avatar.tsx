import { hueOf, initialsOf } from '@matinee/contract/hue.ts';
import { classNames } from '../class-names.ts';
import { Picture, type ShownPicture } from './picture.tsx';

export interface AvatarProps {
  /** The user's id. It determines the colour, which so stays the same when the name changes. */
  readonly id: string;
  readonly name: string;
  /** Absent: initials are shown instead. */
  readonly picture?: ShownPicture | undefined;
  readonly size?: 'small' | 'normal' | 'large' | 'huge';
}

const sizes = {
  small: 'size-7 text-[0.6875rem]',
  normal: 'size-9 text-sm',
  large: 'size-14 text-lg',
  huge: 'size-24 text-3xl',
};
/** The same sizes, by which the browser chooses a file. */
const widths = { small: '28px', normal: '36px', large: '56px', huge: '96px' };

/** Decorative: the name always stands beside it. */
export function Avatar({ id, name, picture, size = 'normal' }: AvatarProps) {
  return (
    <span
      aria-hidden="true"
      // CSS draws the letters: as text they would become part of the label of a button around them.
      data-initials={initialsOf(name)}
      className={classNames(
        'relative grid shrink-0 place-items-center overflow-hidden rounded-full font-semibold text-white before:content-[attr(data-initials)]',
        sizes[size],
      )}
      style={{ backgroundColor: `hsl(${hueOf(id)} 42% 30%)` }}
    >
      {picture && <Picture picture={picture} sizes={widths[size]} />}
    </span>
  );
}
