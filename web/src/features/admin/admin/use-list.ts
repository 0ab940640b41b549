import { useDeferredValue, useState } from 'react';

/** Filter of a list of the administration. */
export interface ListFilter {
  readonly search: string;
  /** Counts from 1. */
  readonly page: number;
}

/** The filter of a list, its page and the chosen records. Changing the filter or the page clears the choice. */
export function useList<Filter extends ListFilter>(initial: Filter) {
  const [filter, setFilter] = useState(initial);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const search = useDeferredValue(filter.search);
  return {
    filter,
    /** The filter that the server gets. Its search lags behind fast typing. */
    asked: { ...filter, search },
    /** Goes to the first page unless `next` names another one. */
    change: (next: Partial<Filter>) => {
      setChosen(new Set());
      setFilter({ ...filter, page: 1, ...next });
    },
    chosen,
    choose: (id: string, isChosen: boolean) => {
      const next = new Set(chosen);
      if (isChosen) next.add(id);
      else next.delete(id);
      setChosen(next);
    },
    clear: () => setChosen(new Set()),
  };
}
