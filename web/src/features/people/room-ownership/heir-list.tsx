import type { RoomMember } from '@matinee/contract/gen/api.ts';
import { useId } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { Avatar } from '../../../ui/signs/avatar.tsx';

/** The fields of a member that the list shows. */
export type Heir = Pick<RoomMember, 'user_id' | 'display_name' | 'avatar'> & { readonly remark_name?: string };

export interface HeirListProps {
  readonly label: string;
  readonly people: readonly Heir[];
  readonly chosen: Heir | undefined;
  readonly onChoose: (person: Heir) => void;
}

/** Members, of whom the person chooses one: native radio buttons, drawn as the rows of a list. */
export function HeirList({ label, people, chosen, onChoose }: HeirListProps) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <div className="-mx-2 grid max-h-72 grid-cols-1 gap-1 overflow-y-auto px-2 py-1">
        {people.map((person) => (
          <label
            key={person.user_id}
            className={classNames(
              'relative flex min-h-12 cursor-pointer items-center gap-3 rounded-control border px-3 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-accent-text',
              person.user_id === chosen?.user_id
                ? 'border-accent-text bg-accent-soft'
                : 'border-transparent hover:bg-surface-2',
            )}
          >
            <input
              type="radio"
              name={name}
              checked={person.user_id === chosen?.user_id}
              onChange={() => onChoose(person)}
              className="sr-only"
            />
            <Avatar id={person.user_id} name={person.display_name} picture={person.avatar} />
            <span className="min-w-0">
              <bdi className="block truncate">{person.display_name}</bdi>
              {person.remark_name && <bdi className="block truncate text-sm text-muted">{person.remark_name}</bdi>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
