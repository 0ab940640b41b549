import { useNavigate, useSearch } from '@tanstack/react-router';
import { useSession } from '../../client/session/session.tsx';
import { useTranslation } from '../../texts/use-translation.ts';
import { Page } from '../shell/page.port.tsx';
import { CreateCard } from './create-card.tsx';
import { JoinCard } from './join-card.tsx';
import { MyRooms } from './my-rooms.tsx';
import { PublicRooms } from './public-rooms.tsx';

/** Joining and creating a room, then one's own rooms, then public rooms. */
export function HomePage() {
  const { t } = useTranslation('rooms');
  const { user, isKnown } = useSession();
  const { create } = useSearch({ from: '/' });
  const navigate = useNavigate();
  const setCreating = (isOpen: boolean) => {
    if (isOpen && !user) void navigate({ to: '/signup', search: { return: '/?create=true' } });
    else void navigate({ to: '/', search: isOpen ? { create: true } : {}, replace: true });
  };
  return (
    <Page>
      <div className="max-w-2xl pt-2 pb-8 sm:pt-6 sm:pb-12">
        <h1 className="text-4xl leading-[1.1] font-semibold tracking-tight sm:text-5xl">
          {user ? t('home.welcome', { name: user.username }) : t('home.hero')}
        </h1>
        <p className="mt-4 text-lg text-balance text-muted">{user ? t('home.welcomeLead') : t('home.heroLead')}</p>
      </div>
      <div className="grid gap-4 md:grid-cols-2">
        <CreateCard isOpen={create === true && user !== undefined} onOpenChange={setCreating} />
        <JoinCard onAsk={() => setCreating(true)} />
      </div>
      {user && <MyRooms />}
      {isKnown && <PublicRooms />}
    </Page>
  );
}
