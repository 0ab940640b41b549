import type { Schedule } from '@matinee/contract/gen/api.ts';
import { shownTitle } from '@matinee/contract/titles/shown-title.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Picture } from '../../../ui/signs/picture.tsx';
import { MemberAvatar } from '../../people/members/member-avatar.port.tsx';
import { usePeopleHere } from '../../people/members/online.port.ts';
import { Cover } from '../library/cover.tsx';

/** Maximum number of faces; further people are only counted. */
const mostFaces = 12;

/** The item of the start: its picture and its title. Renders nothing if the schedule names no item. [WSH6] */
export function LobbyFilm({ schedule: { media_name: name, cover, thumbnail } }: { readonly schedule: Schedule }) {
  const { t } = useTranslation('schedule');
  if (name === '') return null;
  return (
    <figure className="grid max-w-full justify-items-center gap-2">
      {cover ? (
        <span className="relative hidden aspect-video w-56 overflow-hidden rounded-card bg-surface-3 sm:grid">
          <Picture picture={cover} sizes="224px" />
        </span>
      ) : (
        thumbnail !== '' && (
          <span className="hidden sm:block">
            <Cover path={thumbnail} />
          </span>
        )
      )}
      <figcaption className="line-clamp-2 max-w-md font-medium wrap-anywhere">
        <span className="sr-only">{t('lobby.film')} </span>
        <bdi>{shownTitle(name)}</bdi>
      </figcaption>
    </figure>
  );
}

/** The people who are already here, with faces and names. [WSH6] */
export function WhoIsHere() {
  const { t } = useTranslation('schedule');
  const { members, guests } = usePeopleHere();
  const more = Math.max(0, members.length - mostFaces);
  return (
    <section aria-label={t('lobby.here')} className="grid max-w-full justify-items-center gap-1">
      <p className="text-sm text-muted">{t('lobby.hereCount', { count: members.length + guests })}</p>
      <ul className="flex max-h-20 max-w-md flex-wrap justify-center gap-x-3 gap-y-1 overflow-hidden">
        {members.slice(0, mostFaces).map(({ user_id, display_name }) => (
          <li key={user_id} className="flex min-w-0 animate-rise items-center gap-1.5 text-sm">
            <MemberAvatar id={user_id} name={display_name} />
            <bdi className="max-w-32 truncate">{display_name}</bdi>
          </li>
        ))}
        {more > 0 && <li className="self-center text-sm text-muted">{t('answers.others', { count: more })}</li>}
        {guests > 0 && <li className="self-center text-sm text-muted">{t('lobby.guests', { count: guests })}</li>}
      </ul>
    </section>
  );
}
