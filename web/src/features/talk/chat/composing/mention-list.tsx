import { useTranslation } from '../../../../texts/use-translation.ts';
import { classNames } from '../../../../ui/class-names.ts';
import { MemberAvatar } from '../../../people/members/member-avatar.port.tsx';
import type { Mentioning } from './use-mentioning.ts';

/** The names that fit the text behind an `@`. The field keeps the focus. */
export function MentionList({ mentioning, id }: { readonly mentioning: Mentioning; readonly id: string }) {
  const { t } = useTranslation('chat');
  const { offered, chosen, choose } = mentioning;
  if (offered.length === 0) return null;
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t('people')}
      className="absolute inset-x-3 bottom-full z-20 mb-1 rounded-control border border-border bg-surface p-1 shadow-raised"
    >
      {offered.map((person, place) => (
        <div
          key={person.user_id}
          id={`${id}-${place}`}
          role="option"
          tabIndex={-1}
          aria-selected={place === chosen}
          className={classNames(
            'flex min-h-11 cursor-pointer items-center gap-3 rounded-lg px-2',
            place === chosen && 'bg-surface-2',
          )}
          onPointerDown={(event) => {
            event.preventDefault();
            choose(person);
          }}
        >
          <MemberAvatar id={person.user_id} name={person.display_name} />
          <bdi className="truncate">{person.display_name}</bdi>
          {person.display_name !== person.username && <bdi className="truncate text-muted">@{person.username}</bdi>}
        </div>
      ))}
    </div>
  );
}
