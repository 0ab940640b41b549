import { expect, test } from 'vitest';
import { firstLanguage, isAway, outdatedCaches, requestKind } from './cached-files.ts';

const origin = 'https://films.example';
const kind = (url: string, mode = 'cors', method = 'GET', base = '') =>
  requestKind({ url: new URL(url, origin).href, mode, method }, `${origin}${base}/`);

test('[WUP2] only files of the build and pages pass through the worker', () => {
  expect(kind('/assets/main-abc.js')).toBe('file');
  expect(kind('/assets/main-abc.js', 'no-cors')).toBe('file');
  expect(['/', '/r/room_1', '/verify?token=secret', '/account'].map((path) => kind(path, 'navigate'))).toEqual(
    Array(4).fill('page'),
  );
  const others = [
    kind('/api/user/me'),
    kind('/api/room/assets/x.js'),
    kind('/health/live'),
    kind('/embeds/player.html?site=youtube', 'navigate'),
    kind('/r/room_1/preview.png', 'no-cors'),
    kind('/manifest.webmanifest'),
    kind('https://media.example/assets/film.mp4', 'no-cors'),
    kind('https://films.example:8443/assets/main-abc.js'),
    kind('/assets/main-abc.js', 'cors', 'HEAD'),
    kind('/', 'navigate', 'POST'),
    ...['/api', '/api/room', '/ws/room', '/health/live', '/api-docs'].map((path) => kind(path, 'navigate')),
  ];
  expect(others).toEqual(others.map(() => 'other'));
  expect(kind('/apiary', 'navigate')).toBe('page');
});

test('[WUP8] under a path, what is beside it belongs to somebody else', () => {
  const below = (url: string, mode?: string) => kind(url, mode, 'GET', '/cinema');
  expect([below('/cinema/', 'navigate'), below('/cinema/r/room_1', 'navigate')]).toEqual(['page', 'page']);
  expect(below('/cinema/assets/main-abc.js')).toBe('file');
  expect([below('/', 'navigate'), below('/cinemas/', 'navigate'), below('/cinema/api', 'navigate')]).toEqual(
    Array(3).fill('other'),
  );
  expect([below('/assets/main-abc.js'), below('/cinema/api/user')]).toEqual(['other', 'other']);
});

test('[WUP5] the files of the version before stay, those of older ones go', () => {
  expect(outdatedCaches(['matinee-build-a', 'matinee-build-b', 'theirs', 'matinee-build-c'], 'c')).toEqual([
    'matinee-build-a',
  ]);
  expect(outdatedCaches(['matinee-build-a', 'matinee-build-b'], 'b')).toEqual([]);
  // The server went back to an earlier version.
  expect(outdatedCaches(['matinee-build-a', 'matinee-build-b', 'matinee-build-c'], 'a')).toEqual(['matinee-build-b']);
  expect(outdatedCaches([], 'a')).toEqual([]);
});

test('[WUP3] a proxy without a server is told from an answer', () => {
  expect([200, 304, 404, 500, 502, 503, 504].filter(isAway)).toEqual([502, 503, 504]);
});

test('[WUP9] the texts of the first language that the browser wants and the build has are kept, else English', () => {
  const languages = { en: [], de: [], 'pt-BR': [] };
  expect(firstLanguage({ languages }, ['fr-FR', 'pt-PT', 'de'])).toBe('pt-BR');
  expect(firstLanguage({ languages }, ['DE-at'])).toBe('de');
  expect(firstLanguage({ languages }, [])).toBe('en');
});
