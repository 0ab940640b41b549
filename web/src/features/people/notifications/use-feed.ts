import { useEffect } from 'react';
import { useStore } from '../../../client/room/hooks.ts';
import { useSession } from '../../../client/session/session.tsx';
import { type Feed, feedOf } from './feed.ts';
import type { LoadedNotifications } from './loaded-notifications.ts';

export interface FeedView {
  readonly feed: Feed;
  /** Undefined: not known yet. */
  readonly list: LoadedNotifications | undefined;
  /** Why the list is not known; undefined: it is known, or may be soon. */
  readonly failure: unknown;
}

/** The notifications of the signed-in user, followed while the component is there. */
export function useFeed(userId: string): FeedView {
  const { api } = useSession();
  const feed = feedOf(api, userId);
  useEffect(() => feed.follow(), [feed]);
  return { feed, list: useStore(feed.list), failure: useStore(feed.failure) };
}
