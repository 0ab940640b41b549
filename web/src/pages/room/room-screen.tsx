import type { Room, User } from '@matinee/contract/gen/api.ts';
import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import type { RoomConnection } from '../../client/room/room.ts';
import { usePublicSettings } from '../../client/session/public-settings.ts';
import { useIsChatOnly } from '../../features/film/playback/chat-only.ts';
import { Film } from '../../features/film/playback/film.tsx';
import { UpNextOverFilm } from '../../features/library/library/up-next-card.tsx';
import { CountdownOverChosenFilm } from '../../features/library/schedule/scheduled-film.tsx';
import { useDocumentTitle } from '../../features/shared/shell/page.port.tsx';
import { ConnectionBanner } from '../../room/connection-banner.tsx';
import { RoomProviders, roomEntries } from '../../room/room-entries.tsx';
import type { RoomFacts } from '../../room/room-facts.ts';
import { RoomPanels } from '../../room/room-panels.tsx';
import { type RoomDialog, type RoomScope, useRoom } from '../../room/room-scope.ts';
import { RoomStrips } from '../../room/room-strips.tsx';
import { usePanelTabs } from '../../room/use-panel-tabs.ts';
import { useRoomKeys } from '../../room/use-room-keys.ts';
import { useTranslation } from '../../texts/use-translation.ts';
import { lazily } from '../../ui/lazily.tsx';
import { RoomHeader } from './room-header.tsx';
import { usePanelsShown } from './screen/use-panels-shown.ts';
import { useVisibleHeight } from './screen/use-visible-height.ts';

export const EmptyFilm = lazily(() =>
  import('../../features/library/library/empty-film.tsx').then((module) => module.EmptyFilm),
);

export interface RoomScreenProps {
  readonly user: User;
  readonly room: RoomConnection;
  readonly facts: RoomFacts;
  readonly info: Room;
}

/** The film first. The features' panels are beside it, or below it on a phone. */
export function RoomScreen({ user, room, facts, info }: RoomScreenProps) {
  const { settings, role, permissions } = facts;
  const { data: server } = usePublicSettings();
  const [shown, setShown] = useState(() => roomEntries.find(({ panel }) => panel)?.namespace ?? '');
  const [arePanelsShown, showPanels] = usePanelsShown();
  const [dialog, setDialog] = useState<{ readonly View: RoomDialog }>();
  const scope = useMemo(
    (): RoomScope => ({
      room,
      info,
      settings,
      self: { id: user.id, role, permissions },
      server,
      showPanel(namespace) {
        showPanels(true);
        setShown(namespace);
      },
      arePanelsShown,
      togglePanels: () => showPanels(!arePanelsShown),
      openDialog: (View) => setDialog({ View }),
    }),
    [room, info, settings, user.id, role, permissions, server, arePanelsShown, showPanels],
  );
  useRoomKeys(roomEntries, scope);
  return (
    <RoomProviders scope={scope} entries={roomEntries}>
      <RoomLayout shown={shown} arePanelsShown={arePanelsShown} onShow={setShown} />
      <Suspense>{dialog && <dialog.View onClose={() => setDialog(undefined)} />}</Suspense>
    </RoomProviders>
  );
}

interface RoomLayoutProps {
  /** Namespace of the panel that is in front. */
  readonly shown: string;
  readonly arePanelsShown: boolean;
  readonly onShow: (namespace: string) => void;
}

function RoomLayout({ shown, arePanelsShown, onShow }: RoomLayoutProps) {
  const { t } = useTranslation('room');
  const { room, info } = useRoom();
  const isChatOnly = useIsChatOnly(room.roomId);
  const screen = useRef<HTMLDivElement>(null);
  const main = useRef<HTMLElement>(null);
  useVisibleHeight(screen);
  // If the button that opened this page no longer exists, the focus starts here, also for screen readers.
  useEffect(() => {
    if (document.activeElement === document.body) main.current?.focus();
  }, []);
  const tabs = usePanelTabs(roomEntries);
  const news = tabs.reduce((sum, { badge = 0 }) => sum + badge, 0);
  useDocumentTitle(news > 0 ? `(${news}) ${info.name}` : info.name);
  return (
    <div ref={screen} className="flex h-dvh flex-col overflow-hidden bg-bg">
      <RoomHeader arePanelsShown={arePanelsShown} />
      <ConnectionBanner room={room} />
      <main
        ref={main}
        tabIndex={-1}
        data-alone={!arePanelsShown || undefined}
        className="flex min-h-0 outline-none flex-1 flex-col side:flex-row"
      >
        {/* The header is hidden where it does not fit. The page keeps its heading. */}
        <h1 className="sr-only">{info.name}</h1>
        <section
          aria-label={t('film')}
          // Another site's player has the controls below it. The remote takes the height that it needs.
          className="relative flex aspect-video max-h-[45dvh] has-data-remote:aspect-auto has-data-embed:aspect-auto has-data-embed:flex-col has-data-embed:h-[calc(56.25vw+6rem)] side:has-data-embed:h-auto w-full shrink-0 bg-black side:aspect-auto side:max-h-none side:w-auto side:min-w-0 side:flex-1 in-data-covered:max-h-40 cramped:max-h-40 filled:in-data-alone:aspect-auto filled:in-data-alone:max-h-none filled:in-data-alone:flex-1"
        >
          <Film>
            <Suspense>
              <EmptyFilm />
            </Suspense>
          </Film>
          <Suspense>
            <CountdownOverChosenFilm />
          </Suspense>
          {!isChatOnly && <UpNextOverFilm />}
          {!arePanelsShown && <RoomStrips entries={roomEntries} place="film" />}
        </section>
        <RoomPanels entries={roomEntries} shown={shown} areShown={arePanelsShown} onShow={onShow} />
      </main>
    </div>
  );
}
