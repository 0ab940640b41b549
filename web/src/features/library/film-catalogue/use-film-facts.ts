import type { Media } from '@matinee/contract/gen/api.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { showToast } from '../../../ui/signs/toast.tsx';

/** Wait before the page asks again for facts that another replica is fetching, in milliseconds. */
const againMs = 1_000;

/** The catalogue's facts about the film with the name of an item. Asks only if the server has a catalogue. [WFC1] */
export function useFilmFacts({ id: media_id, name }: Media) {
  const { room, server } = useRoom();
  const { language } = useTranslation('film-catalogue').i18n;
  return useQuery({
    queryKey: ['film-catalogue', room.roomId, media_id, name, language],
    queryFn: () => room.api.call('FilmCatalogueService.GetFilmFacts', { room_id: room.roomId, media_id, language }),
    enabled: server?.film_catalogue_enabled === true,
    refetchInterval: ({ state }) => (state.data?.is_pending ? againMs : false),
    refetchOnMount: 'always',
    retry: false,
  });
}

/** Says that an item is another film. [WFC2] */
export function useReject({ id: media_id }: Media) {
  const { room } = useRoom();
  const cache = useQueryClient();
  const errorText = useErrorText('film-catalogue');
  return useMutation({
    mutationFn: () => room.api.call('FilmCatalogueService.RejectFilmFacts', { room_id: room.roomId, media_id }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['film-catalogue', room.roomId, media_id] }),
    onError: (error) => showToast(errorText(error), 'danger'),
  });
}
