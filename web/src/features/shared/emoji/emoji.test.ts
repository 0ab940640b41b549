import { languages } from '@matinee/contract/languages.ts';
import { describe, expect, test, vi } from 'vitest';
import list from './data/emojis.json';
import german from './data/names.de.json';
import english from './data/names.en.json';
import chinese from './data/names.zh-Hans.json';
import { makeGroups } from './emojis.ts';
import { emojisIn, findEmojis } from './find-emojis.ts';
import { searchedIn } from './load-emojis.ts';
import { recentEmojis, rememberEmoji } from './recent.ts';
import { withoutTone, withTone } from './tones.ts';
import { finishedEmoji, unfinishedEmoji } from './unfinished.ts';
import { columns, walkGrid } from './walk-grid.ts';

const groups = makeGroups(list, german, english, () => true);
const all = groups.flatMap(({ emojis }) => emojis);
const found = (text: string, most = 5) => findEmojis(all, text, most).map(({ emoji }) => emoji);
const named = (emoji: string) => all.find((one) => one.emoji === emoji)!;

describe('finding emoji', () => {
  test('[WEM1] by words of either language, begun or whole, with or without accents', () => {
    expect(found('Herz', 20)).toContain('❤️');
    expect(found('heart', 20)).toContain('❤️');
    expect(found('daumen hoch')[0]).toBe('👍');
    expect(found('THUMBS UP')[0]).toBe('👍');
    expect(found('thumbs_up')[0]).toBe('👍');
    expect(found('frohl', 30)).toContain('😀');
    expect(found('fröhl', 30)).toContain('😀');
    expect(found('hoch daum')[0]).toBe('👍');
    expect(found('xyzzy')).toEqual([]);
    expect(found(' ')).toEqual([]);
  });

  test('[WEM1] by a part of a word where words have no spaces between them', () => {
    const inChinese = makeGroups(list, chinese, english, () => true).flatMap(({ emojis }) => emojis);
    expect(findEmojis(inChinese, '眼笑', 20).map(({ emoji }) => emoji)).toEqual(['😆']);
  });

  test('[WEM1] in the languages of the page, of the browser, and English', () => {
    expect(searchedIn('ja', ['fr-CA', 'ja-JP', 'tlh'])).toEqual(['ja', 'fr', 'en']);
    expect(searchedIn('en', ['en-GB'])).toEqual(['en']);
  });

  test('[WEM1] what is called so comes before what is about it', () => {
    expect(found('pizza')[0]).toBe('🍕');
    expect(found('katze')[0]).toBe('🐈');
    expect(found('joy')[0]).toBe('😂');
  });

  test('[WEM1] emoji that somebody pastes are taken apart', () => {
    expect(emojisIn('👩‍❤️‍👨👍🏽 🇩🇪')).toEqual(['👩‍❤️‍👨', '👍🏽', '🇩🇪']);
    expect(emojisIn('popcorn 12')).toEqual([]);
  });
});

describe('the list of emoji', () => {
  test('has a name for each in every language, and each short name once', () => {
    const names = import.meta.glob<string[]>('./data/names.*.json', { eager: true, import: 'default' });
    expect(Object.keys(names)).toHaveLength(Object.keys(languages).length);
    for (const listed of Object.values(names)) {
      expect(listed).toHaveLength(all.length);
      expect(listed.filter((name) => /^\||^$/.test(name))).toEqual([]);
    }
    expect(all.filter(({ name, shortcode }) => name === '' || shortcode === '')).toEqual([]);
    expect(new Set(all.map(({ shortcode }) => shortcode)).size).toBe(all.length);
    expect(new Set(all.map(({ emoji }) => emoji)).size).toBe(all.length);
  });

  test('[WEM3] leaves out what the device cannot draw, and the others keep their names', () => {
    const old = makeGroups(list, german, english, (version) => version < 13).flatMap(({ emojis }) => emojis);
    expect(old.some(({ shortcode }) => shortcode === 'melting_face')).toBe(false);
    for (const one of old) expect(one.name).toBe(named(one.emoji).name);
  });
});

describe('skin tones', () => {
  test('[WEM3] hold for emoji that have them, and for all people in one', () => {
    expect(withTone(named('👍'), 'medium')).toBe('👍🏽');
    expect(withTone(named('✌️'), 'dark')).toBe('✌🏿');
    expect(withTone(named('👩‍❤️‍👨'), 'light')).toBe('👩🏻‍❤️‍👨🏻');
    expect(withTone(named('👍'), 'none')).toBe('👍');
    expect(withTone(named('🎉'), 'medium')).toBe('🎉');
    expect(withoutTone('👩🏻‍❤️‍👨🏻')).toBe('👩‍❤️‍👨');
  });
});

describe('the picker', () => {
  test('[WEM2] goes through the emoji as they stand', () => {
    expect(walkGrid('ArrowRight', 0, 20)).toBe(1);
    expect(walkGrid('ArrowRight', 0, 20, true)).toBeUndefined();
    expect(walkGrid('ArrowLeft', 0, 20, true)).toBe(1);
    expect(walkGrid('ArrowDown', 3, 20)).toBe(3 + columns);
    expect(walkGrid('ArrowDown', 14, 20)).toBe(19);
    expect(walkGrid('ArrowDown', 18, 20)).toBeUndefined();
    expect(walkGrid('ArrowUp', 3, 20)).toBeUndefined();
    expect([walkGrid('Home', 9, 20), walkGrid('End', 9, 20)]).toEqual([0, 19]);
    expect([walkGrid('PageDown', 9, 200), walkGrid('PageUp', 9, 200)]).toEqual([49, 0]);
    expect(walkGrid('a', 9, 20)).toBeUndefined();
  });

  test('[WEM2] remembers what was used last, each once, the last one first', () => {
    vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
    for (const one of all.slice(0, 40)) rememberEmoji(one.emoji);
    rememberEmoji('🎉');
    rememberEmoji('🍕');
    rememberEmoji('🎉');
    expect(recentEmojis().slice(0, 3)).toEqual(['🎉', '🍕', all[39]!.emoji]);
    expect(recentEmojis().length).toBe(24);
    vi.unstubAllGlobals();
  });
});

describe('names behind a colon', () => {
  test('[WEM5] are completed where a word begins with one', () => {
    expect(unfinishedEmoji('hi :smi')).toBe('smi');
    expect(unfinishedEmoji(':lä')).toBe('lä');
    expect(unfinishedEmoji('(:+1')).toBe('+1');
    for (const text of ['12:30', 'http://a', ':s', 'a:smile', ': smile', ':smile '])
      expect(unfinishedEmoji(text)).toBeUndefined();
  });

  test('[WEM5] become their emoji when they are whole', () => {
    expect(finishedEmoji('so :pizza:', all)).toMatchObject({ emoji: { emoji: '🍕' }, start: 3 });
    expect(finishedEmoji(':+1:', all)).toMatchObject({ emoji: { emoji: '👍' }, start: 0 });
    expect(finishedEmoji('at 12:30:', all)).toBeUndefined();
    expect(finishedEmoji(':nothing_such:', all)).toBeUndefined();
  });
});
