import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { browserEvents, makeId } from './connection.ts';
import { socketUrl } from './socket.ts';

let page: { window: EventTarget; document: EventTarget & { visibilityState?: string }; network: EventTarget };
let heard: string[];
beforeEach(() => {
  page = { window: new EventTarget(), document: new EventTarget(), network: new EventTarget() };
  heard = [];
  vi.stubGlobal('window', page.window);
  vi.stubGlobal('document', page.document);
  vi.stubGlobal('navigator', { connection: page.network });
});
afterEach(() => vi.unstubAllGlobals());

const show = (visibilityState: string) => {
  page.document.visibilityState = visibilityState;
  page.document.dispatchEvent(new Event('visibilitychange'));
};

test('[CS2] the network came back, it became another one, or the tab is shown again', () => {
  browserEvents.listen((event) => heard.push(event));
  page.window.dispatchEvent(new Event('online'));
  page.network.dispatchEvent(new Event('change'));
  show('hidden');
  show('visible');
  expect(heard).toEqual(['network', 'network', 'shown']);
});

test('who left the room hears nothing any more', () => {
  browserEvents.listen((event) => heard.push(event))();
  page.window.dispatchEvent(new Event('online'));
  page.network.dispatchEvent(new Event('change'));
  show('visible');
  expect(heard).toEqual([]);
});

test('browsers that do not tell about the kind of network are fine', () => {
  vi.stubGlobal('navigator', {});
  const stop = browserEvents.listen((event) => heard.push(event));
  page.window.dispatchEvent(new Event('online'));
  stop();
  expect(heard).toEqual(['network']);
});

test('[CS1] the socket is where the server is, encrypted where the page is', () => {
  expect(socketUrl('http://a.test:8080', 'room_1', 't')).toBe('ws://a.test:8080/ws/rooms/room_1?ticket=t');
  expect(socketUrl('https://a.test/', 'a/b', 'a+b&c')).toBe('wss://a.test/ws/rooms/a%2Fb?ticket=a%2Bb%26c');
  vi.stubGlobal('window', { location: new URL('https://own.test/r/room_1#x') });
  expect(socketUrl('', 'room_1', 't')).toBe('wss://own.test/ws/rooms/room_1?ticket=t');
  expect(socketUrl('/cinema', 'room_1', 't')).toBe('wss://own.test/cinema/ws/rooms/room_1?ticket=t');
});

test('an id is 32 letters that nobody else has', () => {
  const ids = Array.from({ length: 100 }, makeId);
  expect(new Set(ids).size).toBe(100);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
