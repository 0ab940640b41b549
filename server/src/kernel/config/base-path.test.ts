import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const read = (value: unknown) =>
  readConfig([{ origin: 'test', values: { 'server.base_path': value } }])['server.base_path'];

test.each(['', '/cinema', '/apps/cinema', '/my.cinema-2_~', '/rooms', '/apis'])('[CF16] %j is a path', (value) => {
  expect(read(value)).toBe(value);
});

test('[CF16] without one, the server is at the root', () => {
  expect(readConfig([])['server.base_path']).toBe('');
});

test.each([
  ...['/', 'cinema', '/cinema/', '//cinema', '/a//b', '/..', '/../cinema', '/cinema/..', '/./cinema'],
  ...['/cinema?a', '/cinema#a', '/cin%65ma', '/ci nema', '/cinéma', '/cinema\n', 'https://a.example/cinema', 5],
])('[CF16] %j is none', (value) => {
  expect(() => read(value)).toThrow(/server.base_path = .* is not a path such as \/cinema: it begins with a slash/);
});

test.each(['/api', '/api/cinema', '/r', '/assets', '/ws', '/oauth2', '/health'])(
  '[CF16] nobody could tell %s from an address of the server itself',
  (value) => {
    expect(() => read(value)).toThrow(/does not begin with a name that the server itself uses \(api, /);
  },
);
