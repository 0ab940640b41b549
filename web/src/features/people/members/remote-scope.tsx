import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef } from 'react';
import { useResource } from '../../../client/room/hooks.ts';
import { useOffer, useSilence } from '../../../room/room-offers.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { showToast } from '../../../ui/signs/toast.tsx';
import { useMemberAction } from './member-actions.ts';
import { remote } from './people.ts';
import { openRequests, type RemoteRequest } from './remote-requests.ts';
import { roomMembers } from './resources.ts';

const RequestsContext = createContext<readonly RemoteRequest[]>([]);

/** The requests for the remote, for people who may grant it; empty for all others. */
export function useRemoteRequests(): readonly RemoteRequest[] {
  return useContext(RequestsContext);
}

/** Notifies a person who got or lost the remote. Notifies people who may grant it of each request. [WM4] [WM5] */
export function RemoteProvider({ children }: { readonly children: ReactNode }) {
  useOwnRemote();
  const requests = useOpenRequests();
  useRequestToasts(requests);
  return <RequestsContext value={requests}>{children}</RequestsContext>;
}

const none: readonly RemoteRequest[] = [];

function useOpenRequests(): readonly RemoteRequest[] {
  const { room, self } = useRoom();
  const { latest: messages } = useOffer('useSpeech', useSilence)();
  const members = useResource(room, roomMembers)?.members;
  const mayGive = self.permissions.has('manage_member_permissions');
  const answered = useRef(new Set<string>());
  const before = useRef(none);
  return useMemo(() => {
    if (!mayGive || members === undefined) return none;
    const open = openRequests(messages, members, answered.current, room.clock.now());
    for (const { id } of before.current) if (!open.some((request) => request.id === id)) answered.current.add(id);
    before.current = open;
    return open;
  }, [room, messages, members, mayGive]);
}

/** Announces each request once, with a button that gives the person the remote. */
function useRequestToasts(requests: readonly RemoteRequest[]): void {
  const { t } = useTranslation('members');
  const { mutate } = useMemberAction();
  const told = useRef(new Set<string>());
  useEffect(() => {
    for (const { id, member } of requests) {
      if (told.current.has(id)) continue;
      told.current.add(id);
      const give = { label: t('action.give-remote'), run: () => mutate({ member, action: 'give-remote' }) };
      showToast(t('asks', { name: member.display_name }), 'plain', give);
    }
  }, [requests, t, mutate]);
}

/** Says when the person at this page gets or loses the remote, by any person or setting. */
function useOwnRemote(): void {
  const { t } = useTranslation('members');
  const { permissions } = useRoom().self;
  // An empty set means that the server has not sent this person's permissions yet.
  const isKnown = permissions.size > 0;
  const has = remote.every((permission) => permissions.has(permission));
  const before = useRef<boolean>(undefined);
  useEffect(() => {
    if (!isKnown) return;
    if (before.current !== undefined && before.current !== has) showToast(t(has ? 'remoteGot' : 'remoteLost'));
    before.current = has;
  }, [isKnown, has, t]);
}
