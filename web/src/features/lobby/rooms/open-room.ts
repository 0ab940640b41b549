import type { Methods } from '@matinee/contract/gen/api.ts';
import type { Api } from '../../../client/calls/api.ts';
import { pageUrl } from '../../../client/calls/base.ts';
import { type PublicSettings, readPublicSettings } from '../../../client/session/public-settings.ts';
import { queryClient } from '../../../client/session/query.ts';
import type { Session } from '../../../client/session/session.tsx';
import type { Translate } from '../../../texts/texts.ts';
import { copyText } from '../../../ui/buttons/copy-button.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import { unnamedAccount } from '../../account/display-names/unnamed.port.ts';
import { addItems, recognizeLinks } from '../../library/library/add-links.port.ts';
import { leaveLinks } from '../../library/library/left-links.port.ts';
import { linksIn } from '../../library/library/links.port.ts';
import { prepareLinks } from '../../library/library/prepared-links.port.ts';
import { parseRoomLink, roomLink } from '../../people/invitations/room-link.port.ts';
import { storeInvitation, tokenIn } from '../../people/invitations/stored-invitation.port.ts';
import { eveningSettings } from '../room-settings/presets/evenings.ts';
import { cardKey } from './card-key.ts';

/**
 * The subject to open. `link`: the room that the text links to, or a new room with the films that it names.
 * `request`: a new room with these answers. Neither: a new room with defaults.
 */
export interface Opening {
  readonly link?: string;
  readonly request?: Methods['UserService.CreateRoom']['request'];
}

export interface OpeningParts {
  readonly t: Translate;
  readonly session: Session;
  readonly errorText: (error: Error) => string;
}

/** Where to go. `ask`: the server needs answers before it makes a room. `unknown`: the text leads nowhere. */
type Place =
  | { readonly to: '/r/$roomId'; readonly params: { readonly roomId: string } }
  | { readonly to: '/account'; readonly hash: 'room-creations' }
  | { readonly to: '/signup'; readonly search: { readonly return: string } }
  | 'ask'
  | 'unknown';

/** Maximum number of films in a new room. */
const maxFilms = 100;

/** The step before a room is created: none, an account, or the questions of this server. Pure. [WR13] */
export function firstStep(settings: PublicSettings, isSignedIn: boolean): 'none' | 'sign-up' | 'ask' {
  const { instant_rooms_enabled, instant_signup_needs_review, room_creation_enabled, room_password_policy } = settings;
  if (!isSignedIn && !(instant_rooms_enabled && !instant_signup_needs_review)) return 'sign-up';
  return room_creation_enabled && room_password_policy !== 'required' ? 'none' : 'ask';
}

/** Finds the wanted room, or makes it and copies its link to the clipboard. [WR1] [WR13] */
export async function findPlace(parts: OpeningParts, { link, request }: Opening): Promise<Place> {
  const roomId = link === undefined ? undefined : parseRoomLink(link);
  const token = tokenIn(link ?? '');
  if (roomId !== undefined && token !== undefined) storeInvitation(roomId, token);
  if (roomId !== undefined) return inRoom(roomId);
  const films = link === undefined ? [] : linksIn(link, pageUrl(''));
  if (link !== undefined && films.length === 0) return 'unknown';
  const { api, user } = parts.session;
  const step = request ? 'none' : firstStep(await readPublicSettings(api), user !== undefined);
  if (step === 'ask') return 'ask';
  if (step === 'sign-up') return { to: '/signup', search: { return: '/?create=true' } };
  const made = await makeRoom(parts, request, films);
  return made === undefined ? { to: '/account', hash: 'room-creations' } : inRoom(made);
}

const inRoom = (roomId: string): Place => ({ to: '/r/$roomId', params: { roomId } });

/** Returns the room's id. Undefined: the room waits for an administrator's approval. */
async function makeRoom(
  { t, session, errorText }: OpeningParts,
  request: Opening['request'],
  links: readonly string[],
): Promise<string | undefined> {
  const { api } = session;
  const host = await signUpVisitor(session, t('open.someone'));
  const name = host === undefined ? t('create.unnamed') : t('create.suggestion', { name: host, isPlain: true });
  const { room } = await api.call('UserService.CreateRoom', {
    name,
    visibility: 'hidden',
    settings: eveningSettings('cinema'),
    ...request,
  });
  if (!room) {
    showToast(t('create.waits'));
    return undefined;
  }
  const roomId = room.id;
  // The creator may enter: the room's page need not ask the server, and shows no invitation meanwhile.
  queryClient.setQueryData(cardKey(roomId, true), { room: { room, access: 'ENTER' } });
  // The room exists even if adding the films fails.
  if (links.length > 0)
    await addFilms(api, roomId, links).catch((error: Error) => showToast(errorText(error), 'danger'));
  void queryClient.invalidateQueries({ queryKey: ['my-rooms'] });
  const isCopied = await copyText(roomLink(roomId));
  showToast(t(isCopied ? 'create.doneCopied' : 'create.done'));
  return roomId;
}

/**
 * Adds the films of the first links, as many as fit into one batch, and starts the first film. If the server needs a
 * choice first, or the links name nothing, leaves the links to the room, which shows them once it is open. [WR17]
 */
async function addFilms(api: Api, roomId: string, links: readonly string[]): Promise<void> {
  const taken = links.slice(0, maxFilms);
  const recognized = await recognizeLinks(api, taken);
  const { items, asksFirst } = await prepareLinks({ api, client: queryClient }, recognized);
  if (items.length === 0 || asksFirst) leaveLinks(roomId, taken);
  else await addItems(api, { roomId, items, play: true });
}

/**
 * Name of the person who opens the room. Signs up a visitor without an account; the room asks for their name once it
 * is open. [WDN3]
 */
async function signUpVisitor({ api, user, signIn }: Session, newName: string): Promise<string | undefined> {
  if (user) return user.id === unnamedAccount.get() ? undefined : user.display_name;
  const answer = await api.call('AuthService.RegisterInstantly', { username: newName });
  signIn({ ...answer, isInstant: true });
  unnamedAccount.set(answer.user?.id ?? '');
  return undefined;
}
