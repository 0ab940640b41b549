import type { RoomCategory, RoomLabel } from '@matinee/contract/gen/api.ts';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../client/session/session.tsx';

/** How long the lists count as fresh, in milliseconds. */
const freshMs = 60_000;

/** Categories and labels of rooms; empty until loaded. */
export interface Taxonomy {
  readonly categories: readonly RoomCategory[];
  readonly labels: readonly RoomLabel[];
}

/** The categories and labels of the server, in their order. */
export function useTaxonomy(): Taxonomy {
  const { api } = useSession();
  const query = useQuery({
    queryKey: ['taxonomy'],
    queryFn: async () => {
      const [{ categories }, { labels }] = await Promise.all([
        api.call('RoomService.ListRoomCategories', {}),
        api.call('RoomService.ListRoomLabels', {}),
      ]);
      return { categories, labels };
    },
    staleTime: freshMs,
  });
  return query.data ?? none;
}

const none: Taxonomy = { categories: [], labels: [] };

/** The name in a language, or the name for all languages. Pure. [WTX1] */
export function nameIn({ name, names }: Pick<RoomCategory, 'name' | 'names'>, language: string): string {
  return names[language] ?? names[language.split('-')[0]!] ?? name;
}

/** Labels that a room of this category can have. Pure. [WTX2] */
export function labelsFor(labels: readonly RoomLabel[], categoryId: string): readonly RoomLabel[] {
  return labels.filter(({ category_id }) => category_id === '' || category_id === categoryId);
}
