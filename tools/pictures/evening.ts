/** An evening of short films: a room with people, films and a conversation, made as clients make them. */
import { uploadFile } from '@matinee/testkit/files/upload.ts';
import { type TestServer, type TestUser, testPassword } from '@matinee/testkit/server.ts';
import sharp from 'sharp';
import { faceOf } from './faces.ts';
import { dusk, landscape, type Palette } from './landscape.ts';
import { type Name, people } from './people.ts';

const aurora: Palette = {
  sky: ['#06142e', '#0f5a5e', '#8ff0b4'],
  ridges: ['#2f7f83', '#1d5361', '#12324a'],
  light: '#f4fff2',
  trees: '#06121f',
};
const sea: Palette = {
  sky: ['#123a63', '#3f8fb5', '#fbe3c0'],
  ridges: ['#5fa3b8', '#32708f', '#1d4765'],
  light: '#fff6dc',
  trees: '#0d2235',
};
const desert: Palette = {
  sky: ['#5b2333', '#d9633f', '#ffd98f'],
  ridges: ['#d98a52', '#a6503a', '#6d2e33'],
  light: '#fff4d0',
  trees: '#2b1218',
};

/**
 * The films of the evening in their order: file, title, minutes, the person who added it, and the palette and seed of
 * its cover.
 */
export const films = [
  { file: 'night-train', title: 'The Night Train', minutes: 12, by: 'Mira', palette: dusk, seed: 31 },
  { file: 'treeline', title: 'North of the Treeline', minutes: 9, by: 'Leo', palette: aurora, seed: 44 },
  { file: 'lamp', title: 'A Lamp for the Sea', minutes: 14, by: 'Aiko', palette: sea, seed: 52 },
  { file: 'dunes', title: 'Rain over the Dunes', minutes: 8, by: 'Sam', palette: desert, seed: 63 },
] as const satisfies readonly { by: Name; palette: Palette; [key: string]: unknown }[];

/**
 * The conversation: each message with its author, the place of the message that it answers, and the reactions of
 * others.
 */
const talk: readonly {
  by: Name;
  text: string;
  answers?: number;
  reactions?: Readonly<Record<string, readonly Name[]>>;
}[] = [
  { by: 'Mira', text: 'Popcorn is ready. Everybody here? 🍿', reactions: { '🍿': ['Leo', 'Noor', 'Sam'] } },
  {
    by: 'Jonas',
    text: 'Here! On the train, on my phone. Fits the film 😄',
    reactions: { '😂': ['Mira', 'Aiko', 'Leo', 'Sam'] },
  },
  { by: 'Aiko', text: 'Good morning from the other side of the planet ☀️' },
  { by: 'Noor', text: 'The light in these windows…', reactions: { '😍': ['Aiko', 'Mira'] } },
  { by: 'Leo', text: 'Look at 3:48 again, the whole valley opens up', reactions: { '🔥': ['Jonas', 'Noor'] } },
  { by: 'Aiko', text: 'I want that as a wallpaper', answers: 4, reactions: { '❤️': ['Mira', 'Noor', 'Sam'] } },
  { by: 'Sam', text: 'Nobody spoil the ending!' },
  { by: 'Mira', text: 'A Lamp for the Sea is next, so stay awake' },
];

/** The notice pinned above the messages. */
const notice = 'Next Friday at eight: ghost stories 👻';

/** Where the film is when the screens are opened, in seconds. */
const beginSeconds = 231;

export type People = Readonly<Record<Name, TestUser>>;

export interface Evening {
  readonly room: string;
  readonly people: People;
}

/** Makes the evening. Mira has the room; the films are under `filmsUrl`. */
export async function makeEvening(server: TestServer, filmsUrl: string): Promise<Evening> {
  const guests = await signUp(server);
  const host = guests.Mira;
  const request = { name: 'Friday films', settings: { control: 'everyone', wait_seconds: 0 } };
  const { room } = await server.ok({ call: 'UserService.CreateRoom', token: host.token, request });
  for (const { token, id } of Object.values(guests))
    if (id !== host.id) await server.ok({ call: 'UserService.JoinRoom', token, request: { room_id: room.id } });
  const [first] = await addFilms(server, room.id, guests, filmsUrl);
  const asHost = { token: host.token, room: room.id };
  await server.ok({ call: 'RoomService.StartPlayback', ...asHost, request: { media_id: first! } });
  await converse(server, room.id, guests);
  const state = { position_seconds: beginSeconds, is_playing: true };
  await server.ok({ call: 'RoomService.UpdatePlaybackState', ...asHost, request: state });
  return { room: room.id, people: guests };
}

/** Accounts with their faces. */
async function signUp(server: TestServer): Promise<People> {
  const made: Partial<Record<Name, TestUser>> = {};
  for (const [name, look] of Object.entries(people) as [Name, (typeof people)[Name]][]) {
    const request = { username: name, password: testPassword };
    const answer = await server.ok({ call: 'AuthService.RegisterWithDirectPassword', request });
    const { user, accessToken: token, refreshToken } = answer;
    made[name] = { id: user.id, username: name, token, refreshToken };
    const { avatar_reference } = await uploadFile({
      url: server.url,
      token,
      bytes: await sharp(faceOf(look)).png().toBuffer(),
      name: 'face.png',
      type: 'image/png',
      create: 'UserService.CreateUserAvatarUploadSession',
      complete: 'UserService.CompleteUserAvatarUploadSession',
    });
    await server.ok({ call: 'UserService.UpdateUserAvatar', token, request: { avatar_reference } });
  }
  return made as People;
}

/** Adds the films with their covers; returns their ids. */
async function addFilms(server: TestServer, room: string, guests: People, filmsUrl: string): Promise<string[]> {
  const ids: string[] = [];
  for (const { file, title, by, palette, seed } of films) {
    const { token } = guests[by];
    const source = { direct_url: { url: `${filmsUrl}/${file}.mp4` } };
    const { media } = await server.ok({ call: 'RoomService.AddMedia', token, room, request: { name: title, source } });
    const { cover_reference } = await uploadFile({
      url: server.url,
      token,
      room,
      bytes: await sharp(landscape(palette, seed)).png().toBuffer(),
      name: 'cover.png',
      type: 'image/png',
      create: 'RoomService.CreateMediaCoverUploadSession',
      complete: 'RoomService.CompleteMediaCoverUploadSession',
      more: { media_id: media.id },
    });
    const request = { media_id: media.id, cover_reference };
    await server.ok({ call: 'RoomService.UpdateMediaCover', token, room, request });
    ids.push(media.id);
  }
  return ids;
}

/** Sends the messages and reactions of the conversation. */
async function converse(server: TestServer, room: string, guests: People): Promise<void> {
  const ids: string[] = [];
  const say = async (by: Name, content: string, more: object = {}): Promise<string> => {
    const request = { client_message_id: crypto.randomUUID(), content, ...more };
    const call = { call: 'RoomService.SendChatMessage', token: guests[by].token, room, request };
    return (await server.ok(call)).message.id;
  };
  const message_id = await say('Mira', notice);
  await server.ok({ call: 'RoomService.PinChatMessage', token: guests.Mira.token, room, request: { message_id } });
  for (const { by, text, answers, reactions = {} } of talk) {
    const id = await say(by, text, answers === undefined ? {} : { reply_to_message_id: ids[answers]! });
    ids.push(id);
    for (const [reaction_key, names] of Object.entries(reactions))
      for (const name of names)
        await server.ok({
          call: 'RoomService.SetChatReaction',
          token: guests[name].token,
          room,
          request: { message_id: id, reaction_key },
        });
  }
  // Marks everything as read, so that no button to new messages is shown.
  for (const { token } of Object.values(guests))
    await server.ok({ call: 'RoomService.MarkChatRead', token, room, request: { message_id: ids.at(-1)! } });
}
