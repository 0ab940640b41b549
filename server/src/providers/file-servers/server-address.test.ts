import { expect, test } from 'vitest';
import { serverAt } from './server-address.ts';

test.each([
  ['https://nas.example', 'https://nas.example', 'nas.example'],
  ['https://nas.example:5001//', 'https://nas.example:5001', 'nas.example:5001'],
  ['https://nas.example/files/', 'https://nas.example/files', 'nas.example/files'],
  ['https://user:secret@nas.example/?session=1#top', 'https://nas.example', 'nas.example'],
])('the server at %s has its API below %s, and people know it as %s', (given, url, host) => {
  expect(serverAt(given)).toEqual({ url, host });
});
