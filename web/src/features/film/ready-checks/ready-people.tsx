import type { ReadyCheck, ReadyPerson } from '@matinee/contract/gen/api.ts';
import { Check, CircleDashed, Hourglass } from 'lucide-react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { ScrollRegion } from '../../../ui/lists/scroll-region.tsx';
import { MemberAvatar } from '../../people/members/member-avatar.port.tsx';

const icons = { ready: Check, not_yet: Hourglass, none: CircleDashed };
const colours = { ready: 'text-good', not_yet: 'text-text', none: 'text-muted' };

/** Who is ready, who is not yet, and who has not answered. [WRY2] */
export function ReadyPeople({ check: { people, present } }: { readonly check: ReadyCheck }) {
  const { t } = useTranslation('ready-checks');
  const more = present - people.length;
  return (
    <ScrollRegion label={t('list')} className="max-h-28 flex-none [@media(height<27rem)]:max-h-8">
      <ul className="flex flex-wrap gap-x-4 gap-y-1.5">
        {people.map((person) => (
          <Person key={person.id} person={person} />
        ))}
        {more > 0 && <li className="self-center text-sm text-muted">{t('more', { more })}</li>}
      </ul>
    </ScrollRegion>
  );
}

function Person({ person }: { readonly person: ReadyPerson }) {
  const { t } = useTranslation('ready-checks');
  const { id, display_name: name, guest, answer = 'none' } = person;
  const Icon = icons[answer];
  return (
    <li className="flex max-w-full min-w-0 items-center gap-1.5 text-sm">
      <MemberAvatar id={id} name={name} />
      <span className="truncate" dir="auto">
        {guest ? t('guest', { name }) : name}
      </span>
      <Icon size={16} aria-hidden="true" className={colours[answer]} />
      <span className="sr-only">{t(`is.${answer}`)}</span>
    </li>
  );
}
