import { ClipboardPaste, FolderSearch, Play, RadioTower, UserPlus } from 'lucide-react';
import { Suspense } from 'react';
import { useResource } from '../../../client/room/hooks.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { LiveStreamDialog } from '../../film/streams/streams.port.ts';
import { InviteDialog } from '../../people/invitations/invite.port.ts';
import { FilmCountdown, useScheduledStart } from '../schedule/scheduled-film.tsx';
import { maySuggest } from '../suggestions/may-suggest.ts';
import { useLibraryScope } from './library-scope.tsx';
import { AddField } from './paste/add-field.tsx';
import { rootPlaylist } from './resources.ts';

/** Shown in place of the film while none is chosen. Suggests the next step, or counts down to the start. */
export function EmptyFilm() {
  const { t } = useTranslation(['library', 'suggestions']);
  const { room, self, server, openDialog } = useRoom();
  const { library, suggesting, openSources, find } = useLibraryScope();
  const mayAdd = self.permissions.has('manage_own_media');
  const first = useResource(room, rootPlaylist)?.media[0];
  const start = useScheduledStart();
  return (
    <div className="flex h-full w-full flex-col items-center justify-center gap-5 overflow-y-auto bg-black p-4 text-center">
      {start ? (
        <Suspense>
          <FilmCountdown schedule={start} />
        </Suspense>
      ) : (
        <NextStep mayAdd={mayAdd} />
      )}
      {mayAdd && (
        <div className={classNames('w-full max-w-md', start && 'hidden sm:block')}>
          <AddField isProminent={!first && !start} isBusy={library.isAdding} onAdd={library.add} onFind={find} />
        </div>
      )}
      {maySuggest(self) && (
        <div className={classNames('w-full max-w-md', start && 'hidden sm:block')}>
          <AddField
            isBusy={suggesting.isBusy}
            action={t('action', { ns: 'suggestions' })}
            onAdd={suggesting.suggest}
            onFind={find}
          />
        </div>
      )}
      <div className="hidden flex-wrap justify-center gap-3 sm:flex">
        {mayAdd && (
          <Button icon={<FolderSearch size={18} aria-hidden="true" />} onClick={openSources}>
            {t('sources')}
          </Button>
        )}
        {mayAdd && server?.live_streams_enabled && (
          <Button icon={<RadioTower size={18} aria-hidden="true" />} onClick={() => openDialog(LiveStreamDialog)}>
            {t('liveStream')}
          </Button>
        )}
        <Button icon={<UserPlus size={18} aria-hidden="true" />} onClick={() => openDialog(InviteDialog)}>
          {t('film.invite')}
        </Button>
      </div>
    </div>
  );
}

/** The next step: add an item, or play an existing one. */
function NextStep({ mayAdd }: { readonly mayAdd: boolean }) {
  const { t } = useTranslation('library');
  const { room, self } = useRoom();
  const { library } = useLibraryScope();
  const mayPlay = self.permissions.has('navigate_playback');
  const first = useResource(room, rootPlaylist)?.media[0];
  return (
    <>
      <div className="grid justify-items-center gap-1">
        <ClipboardPaste size={36} aria-hidden="true" className="mb-3 hidden text-accent-text sm:block" />
        <h2 className="text-xl font-semibold text-balance sm:text-3xl">
          {t(mayAdd ? (first ? 'film.choose' : 'film.paste') : 'film.wait')}
        </h2>
        <p className="max-w-md text-sm text-balance text-muted sm:text-base">
          {t(mayAdd ? 'film.pasteText' : 'film.waitText')}
        </p>
      </div>
      {mayPlay && first && (
        <Button
          kind="primary"
          size="large"
          icon={<Play size={20} aria-hidden="true" />}
          className="max-w-md"
          onClick={() => library.play(first.id)}
        >
          <span dir="auto" className="line-clamp-2 wrap-anywhere">
            {t('film.play', { name: first.name })}
          </span>
        </Button>
      )}
    </>
  );
}
