import type { Page } from 'playwright-core';
import { startBrowser } from '../browser.ts';
import { makeTestMedia, smallFilm, type TestMedia } from '../media.ts';
import { startTestServer, type TestServer, type TestUser } from '../server.ts';
import { signInBrowser, webRoot } from '../web-app.ts';
import { joinRoom, makeRoom } from '../world.ts';

interface FilmRoomOptions {
  /** Length of each film, in seconds. */
  readonly seconds: number;
  /** The names of the items, in their order. */
  readonly films: readonly string[];
  /** Settings of the room. */
  readonly settings?: object;
}

type Request = Parameters<TestServer['ok']>[0]['request'];

/** A room with films in its playlist, which Anna has opened and Ben is a member of. */
export interface FilmRoom {
  readonly server: TestServer;
  readonly media: TestMedia;
  readonly room: string;
  readonly anna: TestUser;
  readonly ben: TestUser;
  /** Ids of the items. */
  readonly films: readonly string[];
  /**
   * Calls a method of `RoomService`, or one by its full name, as Anna or another user.
   * @throws Error when it is refused
   */
  call(name: string, request?: Request, by?: TestUser): ReturnType<TestServer['ok']>;
  /** The state of playback. */
  state(): ReturnType<TestServer['ok']>;
  /** Opens the room in a separate browser. */
  open(user: TestUser, viewport?: { readonly width: number; readonly height: number }): Promise<Page>;
  close(): Promise<void>;
}

/** Creates the room on its own server with the built web app. */
export async function makeFilmRoom({ seconds, films, settings = {} }: FilmRoomOptions): Promise<FilmRoom> {
  const [server, media] = await Promise.all([startTestServer({ webRoot }), makeTestMedia(seconds, smallFilm)]);
  const [anna, ben] = await Promise.all([server.signUp('anna'), server.signUp('ben')]);
  const room = await makeRoom(server, anna, { settings });
  await joinRoom(server, room, ben);
  const browsers: { close(): Promise<void> }[] = [];
  const call: FilmRoom['call'] = (name, request = {}, { token } = anna) =>
    server.ok({ call: name.includes('.') ? name : `RoomService.${name}`, token, room, request });
  const ids: string[] = [];
  for (const name of films) {
    const added = await call('AddMedia', { name, source: { direct_url: { url: media.mp4Url } } });
    ids.push(added.media.id);
  }
  await server.sql('update media set duration_seconds = $1 where id = any($2)', [seconds, ids]);
  return {
    ...{ server, media, room, anna, ben, call },
    films: ids,
    state: async () => (await call('GetPlayback')).playback_state,
    async open(user, viewport = { width: 1280, height: 800 }) {
      const browser = await startBrowser(viewport);
      browsers.push(browser);
      const page = await browser.context.newPage();
      await signInBrowser(page, user);
      await page.goto(`${server.url}/r/${room}`);
      return page;
    },
    async close() {
      await Promise.all(browsers.map((browser) => browser.close()));
      media.close();
      await server.stop();
    },
  };
}
