import { expect, test } from 'vitest';
import { madeUsername } from './made-username.port.ts';

test.each([
  ['李明', 'LiMing'],
  ['김민준', 'GimMinJun'],
  ['Владимир', 'Vladimir'],
  ['José', 'Jose'],
  ["O'Neil", 'ONeil'],
  ['O’Brien', 'OBrien'],
  ['Max Mustermann', 'Max_Mustermann'],
  ['李', 'Li_1'],
  ['🎬', 'clapper'],
  ['…', 'friend_1'],
  ['x'.repeat(128), 'x'.repeat(48)],
  ['Root', 'Root_1'],
])('[DN4] %j becomes %j', (name, username) => {
  expect(madeUsername(name)).toBe(username);
});
