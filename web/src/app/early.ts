/**
 * The first script of the page. It is small, so it runs while the rest still loads. It asks for what this address will
 * need: code, texts and answers of the server. Without it each of these would wait for the one before.
 */
import { openPath } from '../client/calls/base.ts';
import { askEarly } from '../client/calls/early-fetch.ts';
import { readTokens } from '../client/calls/tokens.ts';
import { chosenLanguage } from '../client/words/languages.ts';
import { loadFirstTexts } from './first-texts.ts';
import { loadTextList } from './text-files.ts';

const room = /^\/r\/(room_[a-z0-9]+)\/?$/.exec(openPath())?.[1];

/** Features whose texts the first screen shows. */
export const firstTexts = room ? ['shell', 'rooms', 'instant-accounts'] : ['shell', 'rooms'];

/** A signed-in visitor is usually a member, so the room is requested together with its card. */
async function enterRoom(roomId: string, accessToken: string): Promise<void> {
  const loading = import('../pages/room/room-page.tsx');
  void loadTextList(chosenLanguage());
  const guess = { isGuess: true } as const;
  void askEarly('UserService.GetRoom', { room_id: roomId }, accessToken, guess);
  void askEarly('RoomService.CreateWebSocketTicket', { room_id: roomId }, accessToken, guess);
  await loading;
}

async function loadRoomRoute(roomId: string, accessToken: string | undefined): Promise<void> {
  const answered = askEarly('UserService.GetRoomDiscovery', { room_id: roomId }, accessToken);
  const entering = accessToken && enterRoom(roomId, accessToken).catch(() => undefined);
  // A signed-out visitor sees the invitation first.
  if (!accessToken) void import('../features/lobby/rooms/invitation.tsx').catch(() => undefined);
  const { loadRoom, readInvitation } = await import('../pages/room/room-route.tsx');
  if (accessToken) await Promise.all([entering, loadRoom()]);
  if (await answered) await readInvitation(roomId);
}

function ask(): readonly unknown[] {
  const accessToken = readTokens()?.accessToken;
  void askEarly('PublicService.GetPublicSettings', {}, accessToken);
  if (accessToken) void askEarly('UserService.GetProfile', {}, accessToken);
  return [
    room && loadRoomRoute(room, accessToken),
    openPath() === '/' && import('../pages/home/home-page.tsx'),
    ...firstTexts.map((feature) => loadFirstTexts(chosenLanguage(), feature)),
  ];
}

/** Longest time (ms) that the page stays empty while answers are missing. Then it shows that it is waiting. */
const patienceMs = 3_000;

/** Settles when the first screen can be drawn as a whole. The screen itself loads again what failed. */
export const firstScreen = Promise.race([
  Promise.allSettled(ask()),
  new Promise((resolve) => setTimeout(resolve, patienceMs)),
]);
