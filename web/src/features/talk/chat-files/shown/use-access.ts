import { useEffect, useRef, useState } from 'react';
import { useConnection, useStore } from '../../../../client/room/hooks.ts';
import { makeStore } from '../../../../client/store.ts';
import { useRoom } from '../../../../room/room-scope.ts';
import { type Access, accessIn } from './access.ts';

const unknown = makeStore<Access>({ url: undefined, variants: [], state: 'asking' });

/**
 * The access to an attachment. It is requested when the attachment is first drawn, and again when the connection is
 * restored. An address is kept while it is valid, also if another component requests a newer one: a playing film
 * continues.
 * [WCF6]
 */
export function useAccess(id: string, isWanted = true): Access & { readonly renew: () => void } {
  const { room } = useRoom();
  const isConnected = useConnection(room).state === 'open';
  const [store, setStore] = useState(() => unknown);
  const works = useRef<Access>(undefined);
  useEffect(() => {
    works.current = undefined;
    if (isWanted) setStore(accessIn(room).of(id));
  }, [room, id, isWanted]);
  const access = useStore(store);
  if (access.state === 'known') works.current ??= access;
  // Only when the connection is back: otherwise a refusal would be repeated without end.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was not to be had is asked for when the connection is back
  useEffect(() => {
    if (isWanted && isConnected && access.state === 'failed') accessIn(room).of(id);
  }, [isConnected]);
  const renew = () => {
    works.current = undefined;
    accessIn(room).renew(id);
  };
  return { ...(works.current ?? access), renew };
}
