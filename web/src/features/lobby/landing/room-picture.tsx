import { MessageCircle, Pause, Users } from 'lucide-react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Avatar } from '../../../ui/signs/avatar.tsx';
import { Chip } from '../../../ui/signs/chip.tsx';
import { PosterScene } from './poster-scene.tsx';

/** Example names; the id makes the colour. */
const people = [
  { id: 'a', name: 'Anna', state: 'inSync' },
  { id: 'ben', name: 'Ben', state: 'inSync' },
  { id: 'lea', name: 'Lea', state: 'loading' },
] as const;

/** A picture of a room, drawn with the parts of a real one. [WLA1] */
export function RoomPicture() {
  const { t } = useTranslation('landing');
  return (
    <>
      <p className="sr-only">{t('sentence')}</p>
      <div
        aria-hidden="true"
        className="pointer-events-none grid overflow-hidden rounded-card border border-border bg-bg text-sm text-text shadow-raised select-none sm:grid-cols-[1fr_13rem] lg:grid-cols-1 xl:grid-cols-[1fr_13rem]"
      >
        <div className="flex items-center gap-3 border-b border-border bg-surface px-4 py-2.5 sm:col-span-2 lg:col-span-1 xl:col-span-2">
          <span className="min-w-0 flex-1 truncate font-semibold">{t('room')}</span>
          <Chip tone="good">{t('state.inSync')}</Chip>
        </div>
        <Film />
        <Panel />
      </div>
    </>
  );
}

function Film() {
  return (
    <div className="relative grid aspect-video content-end bg-black sm:aspect-auto sm:min-h-72 lg:aspect-video lg:min-h-0 xl:aspect-auto xl:min-h-80">
      <PosterScene />
      <div className="relative grid gap-2 bg-linear-to-t from-black/90 to-transparent px-3 pt-8 pb-3 text-white">
        <span className="block h-1 overflow-hidden rounded-full bg-white/30">
          <span className="block h-full w-[46%] bg-accent" />
        </span>
        <span className="flex items-center gap-2 text-xs tabular-nums">
          <Pause size={16} />
          42:10 / 1:31:00
        </span>
      </div>
    </div>
  );
}

function Panel() {
  const { t } = useTranslation('landing');
  return (
    <div className="grid content-start gap-4 border-border bg-surface p-4 max-sm:border-t sm:border-s lg:max-xl:border-s-0 lg:max-xl:border-t">
      <ul className="grid gap-2">
        {people.map(({ id, name, state }) => (
          <li key={id} className="flex items-center gap-2">
            <Avatar id={id} name={name} size="small" />
            <span className="flex-1">{name}</span>
            <span className={state === 'inSync' ? 'text-xs text-good' : 'text-xs text-muted'}>
              {t(`state.${state}`)}
            </span>
          </li>
        ))}
      </ul>
      <div className="grid gap-2.5 border-t border-border pt-4">
        {people.map(({ id, name }, index) => (
          <p key={id}>
            <span className="font-semibold">{name}</span> <span className="text-muted">20:{42 + index}</span>
            <br />
            {t(`line.${id}`)}
          </p>
        ))}
      </div>
      <span className="flex items-center gap-3 text-xs text-muted max-sm:hidden">
        <span className="inline-flex items-center gap-1">
          <MessageCircle size={14} /> {t('chat')}
        </span>
        <span className="inline-flex items-center gap-1">
          <Users size={14} /> {people.length}
        </span>
      </span>
    </div>
  );
}
