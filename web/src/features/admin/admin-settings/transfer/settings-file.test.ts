import { expect, test } from 'vitest';
import { readSettingsFile, settingsFile } from './settings-file.ts';

test('[WAS5] what was exported can be imported, and the file has its day in its name', () => {
  const values = { 'server.name': 'Kino', 'email.smtpCredentials': null };
  const { name, text } = settingsFile(values, '2026-11-21T10:00:00Z');
  expect(name).toBe('settings-2026-11-21.json');
  expect(readSettingsFile(text)).toEqual(values);
});

test.each(['', 'server.name: Kino', '[]', 'null', '7', '{}', '{"server.name": '])(
  '[WAS5] %j holds no settings',
  (text) => {
    expect(readSettingsFile(text)).toBeUndefined();
  },
);
