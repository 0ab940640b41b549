import { inTab } from '../../../storage/storage.ts';

/**
 * Key of a room's invitation token in the tab's storage. The token that the tab was opened with survives signing in
 * there.
 */
const key = (roomId: string) => `matinee.invitation.${roomId}`;

/** Takes the token out of an address like `/r/room_…#invitation=…`, so that it is not copied by accident. [WN2] */
export function takeInvitation(roomId: string): void {
  const token = tokenIn(location.hash);
  if (token === undefined) return;
  storeInvitation(roomId, token);
  history.replaceState(history.state, '', location.pathname + location.search);
}

/** The token in the fragment of a link. */
export function tokenIn(text: string): string | undefined {
  return /#invitation=([\w-]{1,64})$/.exec(text.trim())?.[1];
}

export function storeInvitation(roomId: string, token: string): void {
  inTab.write(key(roomId), token);
}

export function storedInvitation(roomId: string): string | undefined {
  return inTab.read(key(roomId)) ?? undefined;
}

export function dropInvitation(roomId: string): void {
  inTab.write(key(roomId), undefined);
}
