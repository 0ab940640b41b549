import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useSession } from '../../client/session/session.tsx';
import { unnamedAccount } from '../../features/account/display-names/unnamed.port.ts';
import { RoomLists } from '../../features/lobby/room-lists/room-lists.tsx';
import { CreateCard } from '../../features/lobby/rooms/create-card.tsx';
import { JoinCard } from '../../features/lobby/rooms/join-card.tsx';
import { Page } from '../../features/shared/shell/page.port.tsx';
import { useTranslation } from '../../texts/use-translation.ts';
import { lazily } from '../../ui/lazily.tsx';
import { useStoredChoice } from '../../ui/stored-choice.ts';

const RoomPicture = lazily(() =>
  import('../../features/lobby/landing/room-picture.tsx').then((module) => module.RoomPicture),
);

/** Joining and creating a room, then lists of rooms. */
export function HomePage() {
  const { isSignedIn } = useSession();
  return (
    <Page>
      {isSignedIn ? <Welcome /> : <Landing />}
      <RoomLists />
    </Page>
  );
}

/** The start page of a signed-in user. */
function Welcome() {
  const { t } = useTranslation('rooms');
  const { user } = useSession();
  const unnamed = useStoredChoice(unnamedAccount);
  return (
    <>
      <div className="max-w-2xl pt-2 pb-8 sm:pt-6 sm:pb-12">
        <Title text={user && user.id !== unnamed ? t('home.welcome', { name: user.display_name }) : t('home.hero')} />
        <p className="mt-4 text-lg text-balance text-muted">{user ? t('home.welcomeLead') : t('home.heroLead')}</p>
      </div>
      <div className="grid gap-4 md:grid-cols-2">
        <Ways />
      </div>
    </>
  );
}

/** The start page of signed-out visitors: what they can do, and beside it a picture of the result. */
function Landing() {
  const { t } = useTranslation('rooms');
  return (
    <div className="grid items-center gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.15fr)] lg:gap-12">
      <div>
        <div className="pt-2 pb-8">
          <Title text={t('home.hero')} />
          <p className="mt-4 text-lg text-balance text-muted">{t('home.heroLead')}</p>
        </div>
        <div className="grid gap-4 sm:max-lg:grid-cols-2">
          <Ways />
        </div>
      </div>
      {/* Reserves about the height of the picture while it loads. [WLA2] */}
      <div className="min-h-[34rem] sm:min-h-80 lg:min-h-[30rem] xl:min-h-96">
        <Suspense>
          <RoomPicture />
        </Suspense>
      </div>
    </div>
  );
}

function Title({ text }: { readonly text: string }) {
  return <h1 className="text-4xl leading-[1.1] font-semibold tracking-tight sm:text-5xl">{text}</h1>;
}

/** The two ways into a room. */
function Ways() {
  const { user } = useSession();
  const { create } = useSearch({ from: '/' });
  const navigate = useNavigate();
  const setCreating = (isOpen: boolean) => {
    if (isOpen && !user) void navigate({ to: '/signup', search: { return: '/?create=true' } });
    else
      void navigate({
        to: '/',
        search: ({ create: _, ...others }) => (isOpen ? { ...others, create: true as const } : others),
        replace: true,
        resetScroll: false,
      });
  };
  return (
    <>
      <CreateCard isOpen={create === true && user !== undefined} onOpenChange={setCreating} />
      <JoinCard onAsk={() => setCreating(true)} />
    </>
  );
}
