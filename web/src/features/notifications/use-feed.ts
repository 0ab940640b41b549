import { useEffect } from 'react';
import { useStore } from '../../client/room/hooks.ts';
import { useSession } from '../../client/session/session.tsx';
import { type Feed, feedOf } from './feed.ts';
import type { HeldList } from './held-list.ts';

/** The notifications of the signed-in user, followed while the component is there. */
export function useFeed(userId: string): { readonly feed: Feed; readonly list: HeldList | undefined } {
  const { api } = useSession();
  const feed = feedOf(api, userId);
  useEffect(() => feed.follow(), [feed]);
  return { feed, list: useStore(feed.list) };
}
