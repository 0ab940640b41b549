import type { Schedule } from '@matinee/contract/gen/api.ts';
import { shownTitle } from '@matinee/contract/titles/shown-title.ts';
import { useResource } from '../../../client/room/hooks.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { rootPlaylist } from '../library/resources.ts';

interface FilmChoiceProps {
  readonly before: Schedule | undefined;
  /** Id of the chosen item; empty: none. */
  readonly value: string;
  readonly onChange: (mediaId: string) => void;
}

/** The item of the start: one of the loaded items of the playlist, or the item that is current then. [WSH6] */
export function FilmChoice({ before, value, onChange }: FilmChoiceProps) {
  const { t } = useTranslation('schedule');
  const options = useItems(before && { id: before.media_id, name: before.media_name });
  return (
    <Select
      label={t('lobby.choose')}
      value={value}
      options={[{ value: '', label: t('lobby.any') }, ...options]}
      onChange={onChange}
    />
  );
}

/** The music that loops until the start: an item of the playlist, or none. [WSH7] */
export function MusicChoice({ before, value, onChange }: FilmChoiceProps) {
  const { t } = useTranslation('schedule');
  const options = useItems(before && { id: before.music_media_id, name: before.music_name });
  return (
    <Select
      label={t('music.choose')}
      hint={t('music.hint')}
      value={value}
      options={[{ value: '', label: t('music.none') }, ...options]}
      onChange={onChange}
    />
  );
}

/** The items of the playlist as far as it is loaded, with the one that is chosen. */
function useItems(chosen: { readonly id: string; readonly name: string } | undefined) {
  const { room } = useRoom();
  const items = (useResource(room, rootPlaylist)?.media ?? []).map(({ id, name }) => ({ id, name }));
  // The chosen item may be in another playlist, or further down.
  if (chosen && chosen.id !== '' && !items.some(({ id }) => id === chosen.id)) items.unshift(chosen);
  return items.map(({ id, name }) => ({ value: id, label: shownTitle(name) }));
}
