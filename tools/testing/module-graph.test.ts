import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { loadsSoon } from '../../web/module-graph.ts';

const here = (path: string) => fileURLToPath(new URL(`../../web/src/features/${path}`, import.meta.url));

test('code that a room runs without a press comes in the file of what it draws so', () => {
  expect(loadsSoon(here('film/playback/player-sync.ts'))).toEqual([here('film/playback/viewer/viewer-reporter.ts')]);
  expect(loadsSoon(here('talk/chat/use-chat.ts'))).toEqual([here('talk/chat/message-storage.ts')]);
  expect(loadsSoon(here('film/playback/player.tsx'))).toContain(here('film/playback/overlay/catch-up.tsx'));
});

test('the engine of a call comes when somebody joins it', () => {
  expect(loadsSoon(here('talk/voice/voice.ts'))).toEqual([]);
});
