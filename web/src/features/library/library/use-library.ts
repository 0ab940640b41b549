import type { Media, Playlist, Suggestion } from '@matinee/contract/gen/api.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Api } from '../../../client/calls/api.ts';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTitles } from '../../../client/words/titles.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { showToast } from '../../../ui/signs/toast.tsx';
import { addAll } from '../sources/add-all.ts';
import { addItems, recognizeLinks } from './add-links.port.ts';
import type { Refusal } from './links.port.ts';
import { type RemoveMedia, useRemoval } from './use-removal.ts';

export interface Library {
  readonly isAdding: boolean;
  /**
   * Adds the items that links name at the end. If nothing is chosen yet, the first one starts.
   * @returns why nothing was added, if so
   */
  readonly add: (links: readonly string[]) => Promise<Refusal | 'failed' | undefined>;
  /** Takes a suggestion into the playlist, as `add` does. @throws ApiError [WSG3] */
  readonly take: (suggestion: Suggestion) => Promise<void>;
  /** Lets chance choose a suggestion, and takes it. @throws ApiError [WSG5] */
  readonly draw: () => Promise<void>;
  readonly play: (mediaId: string) => void;
  /** Plays an entry of a playlist that follows a folder. */
  readonly playTarget: (target: string) => void;
  readonly next: (currentId: string | undefined) => void;
  readonly previous: (currentId: string | undefined) => void;
  readonly rename: (media: Media, name: string) => void;
  readonly remove: RemoveMedia;
  readonly clear: () => void;
  /** Makes a playlist inside the shown one. */
  readonly addPlaylist: (name: string) => void;
  readonly renamePlaylist: (playlist: Playlist, name: string) => void;
  /** Removes a playlist with everything in it. */
  readonly removePlaylist: (playlist: Playlist) => void;
  /** Moves an item to the top of another playlist. */
  readonly moveTo: (media: Media, playlistId: string, name: string) => void;
  readonly move: (mediaId: string, afterId: string | undefined) => Promise<boolean>;
}

export interface LibraryPlace {
  readonly roomId: string;
  /** The playlist that the actions change; undefined: the root one. */
  readonly playlistId: string | undefined;
  /** True: nothing is chosen, so an added item starts. */
  readonly startsAdded: boolean;
  /** Shows links that need a question before they are added. */
  readonly preview: (links: readonly string[]) => void;
}

/** Actions on a playlist. The lists change once the room's socket reports it. Failures show in a toast. */
export function useLibrary({ roomId: room_id, playlistId, startsAdded, preview }: LibraryPlace): Library {
  const { t } = useTranslation('library');
  const { api } = useSession();
  const [errorText, titleOf] = [useErrorText(), useTitles()];
  const remove = useRemoval(room_id);
  const inPlaylist = playlistId === undefined ? {} : { playlist_id: playlistId };
  const tell = async (work: Promise<unknown>): Promise<boolean> => {
    try {
      await work;
      return true;
    } catch (error) {
      showToast(errorText(error), 'danger');
      return false;
    }
  };
  const add = useAddLinks({ roomId: room_id, playlistId, startsAdded, preview });
  const taken = (work: Taking) => startTaken(api, work, startsAdded ? room_id : undefined);
  const expected = (id: string | undefined) => (id ? { expected_media_id: id } : {});
  return {
    isAdding: add.isPending,
    add: (links) =>
      add.mutateAsync(links).catch((error) => {
        showToast(errorText(error), 'danger');
        return 'failed';
      }),
    take: ({ id }) =>
      taken(api.call('SuggestionsService.TakeSuggestion', { room_id, suggestion_id: id, ...inPlaylist })),
    draw: () => taken(api.call('SuggestionsService.DrawSuggestion', { room_id, ...inPlaylist })),
    play: (media_id) => void tell(api.call('RoomService.StartPlayback', { room_id, media_id })),
    playTarget: (target) => void tell(api.call('RoomService.StartPlayback', { room_id, target })),
    next: (id) => void tell(api.call('RoomService.PlayNext', { room_id, ...expected(id) })),
    previous: (id) => void tell(api.call('RoomService.PlayPrevious', { room_id, ...expected(id) })),
    rename: (media, name) =>
      void tell(
        api.call('RoomService.EditMedia', { room_id, media_id: media.id, name, expected_version: media.version }),
      ),
    remove,
    clear: () => void tell(api.call('RoomService.ClearPlaylist', { room_id, ...inPlaylist })),
    addPlaylist: (name) =>
      void tell(
        api.call('RoomService.CreatePlaylist', {
          room_id,
          name,
          ...(playlistId === undefined ? {} : { parent_id: playlistId }),
        }),
      ),
    renamePlaylist: ({ id, version }, name) =>
      void tell(api.call('RoomService.UpdatePlaylist', { room_id, playlist_id: id, name, expected_version: version })),
    removePlaylist: ({ id, name }) =>
      void tell(api.call('RoomService.DeletePlaylist', { room_id, playlist_id: id })).then(
        (isDone) => isDone && showToast(t('removed', { name })),
      ),
    moveTo: (media, playlist_id, name) =>
      void tell(api.call('RoomService.MoveMedia', { room_id, media_id: media.id, playlist_id })).then(
        (isDone) => isDone && showToast(t('item.moved', { name: titleOf(media.name), list: name })),
      ),
    move: (media_id, after_id) =>
      tell(api.call('RoomService.MoveMedia', { room_id, media_id, ...(after_id ? { after_id } : {}) })),
  };
}

type Taking = Promise<{ readonly media?: Media }>;

/** Plays what was taken, if it is to start in a room. */
async function startTaken(api: Api, work: Taking, room_id: string | undefined): Promise<void> {
  const { media } = await work;
  if (room_id !== undefined && media) await api.call('RoomService.StartPlayback', { room_id, media_id: media.id });
}

/** Adds the items that typed links name. */
function useAddLinks({ roomId, playlistId, startsAdded, preview }: LibraryPlace) {
  const { t } = useTranslation('library');
  const { api } = useSession();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (links: readonly string[]): Promise<Refusal | undefined> => {
      const recognized = await recognizeLinks(api, links);
      const { prepareLinks } = await import('./prepared-links.port.ts');
      const { items, asksFirst, lists } = await prepareLinks({ api, client }, recognized);
      if (asksFirst) {
        preview(links);
        return undefined;
      }
      if (lists > 0) showToast(t('paste.lists', { count: lists }), 'danger');
      const site = recognized.find((link) => link.site)?.site;
      if (items.length === 0 && lists > 0) return undefined;
      if (items.length === 0) return site ? { why: 'site', name: site } : { why: 'none' };
      await addAll({
        items,
        add: (batch, isFirst) => addItems(api, { roomId, playlistId, items: batch, play: isFirst && startsAdded }),
      });
      return undefined;
    },
  });
}
