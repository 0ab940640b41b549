import type { Presence } from '@matinee/contract/gen/api.ts';
import { useResource } from '../../../client/room/hooks.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { classNames } from '../../../ui/class-names.ts';
import { MemberAvatar } from './member-avatar.port.tsx';
import { describePresence, facesOf, presenceTone } from './people.ts';
import { onlineMembers } from './resources.ts';

/** A sixth face would leave no room for the name of the room; a phone shows two. */
const mostFaces = 5;
const mostOnPhones = 2;

const tones = {
  good: 'bg-good',
  waiting: 'bg-accent animate-pulse-soft',
  off: 'bg-accent',
  quiet: 'bg-surface-3',
  lost: 'bg-danger',
};

/** The other people in the room, with the state of their players. A press shows the list of people. [WM7] */
export function Faces() {
  const { t, i18n } = useTranslation('members');
  const { room, self, showPanel } = useRoom();
  const online = useResource(room, onlineMembers);
  const people = facesOf(online?.members.values() ?? [], self.id);
  if (people.length === 0) return null;
  const say = (presence: Presence) => {
    const { key, seconds } = describePresence(presence);
    return `${presence.display_name}: ${t(`state.${key}`, { seconds: seconds?.toLocaleString(i18n.locale) })}`;
  };
  const shown = people.slice(0, mostFaces);
  return (
    <button
      type="button"
      data-faces
      aria-label={`${t('tab')}. ${shown.map(say).join(', ')}`}
      onClick={() => showPanel('members')}
      className="flex min-h-11 shrink-0 items-center rounded-control px-1"
    >
      {shown.map((presence, index) => (
        <span
          key={presence.user_id}
          className={classNames('group/tip relative -ms-1 first:ms-0', index >= mostOnPhones && 'max-sm:hidden')}
        >
          <MemberAvatar id={presence.user_id} name={presence.display_name} />
          <span
            aria-hidden="true"
            className={classNames(
              'absolute -end-0.5 -bottom-0.5 size-2.5 rounded-full ring-2 ring-surface',
              tones[presenceTone(presence)],
            )}
          />
          <span
            aria-hidden="true"
            className="pointer-events-none absolute end-0 top-full z-30 mt-2 hidden rounded-lg bg-text px-2 py-1 text-xs font-medium whitespace-nowrap text-bg group-hover/tip:[@media(hover:hover)]:block"
          >
            {say(presence)}
          </span>
        </span>
      ))}
      <More count={people.length - mostFaces} />
    </button>
  );
}

/**
 * How many more people there are than faces. A phone needs the place for the room's name, and shows the count below it.
 */
function More({ count }: { readonly count: number }) {
  if (count <= 0) return null;
  return (
    <span aria-hidden="true" className="ms-1 text-xs font-medium text-muted tabular-nums max-sm:hidden">
      +{count}
    </span>
  );
}
