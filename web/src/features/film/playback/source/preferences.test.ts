import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeStore } from '../../../../client/store.ts';
import { allowedSites, allowSite, isAllowed } from '../embed/embed-consent.ts';
import { findTrack, followPreferences, trackKey, wantedAudio, wantedHeight } from './preferences.ts';

beforeEach(() => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem() {} });
  wantedHeight.set(0);
  wantedAudio.set('');
  allowedSites.set('');
});
afterEach(() => void vi.unstubAllGlobals());

const track = (id: number, language: string, name = '') => ({ id, language, name });
const audios = [track(1, 'en', 'Stereo'), track(2, 'de', 'Stereo'), track(3, 'de', 'Director'), track(4, '', 'Noise')];

describe('[SY51] the track of the film before', () => {
  test.each([
    ['the same one', trackKey(audios[2]!), 3],
    ['another of its language', trackKey({ language: 'de', name: 'Surround' }), 2],
    ['the same one without a language', trackKey(audios[3]!), 4],
    ['none of another language', trackKey({ language: 'fr', name: 'Stereo' }), undefined],
    ['none for one without a language', trackKey({ language: '', name: 'Other' }), undefined],
    ['none where nobody has chosen', '', undefined],
  ])('is %s', (_, key, id) => expect(findTrack(audios, key)?.id).toBe(id));
});

/** A film whose engine keeps what it is told. */
function makeFilm() {
  const tracks = makeStore({ audios: [] as typeof audios, audio: 1 });
  const limits: unknown[] = [];
  const chosen: number[] = [];
  const film = {
    tracks,
    limitHeight: (height: unknown) => limits.push(height),
    chooseAudio(id: number) {
      chosen.push(id);
      tracks.set({ ...tracks.get(), audio: id });
    },
  };
  return { film: film as never, tracks, limits, chosen };
}

describe('[SY51] a film follows the choices of this person', () => {
  test('of the height, at once and at each change, until it ends', () => {
    wantedHeight.set(720);
    const { film, limits } = makeFilm();
    const end = followPreferences(film, true);
    wantedHeight.set(0);
    end();
    wantedHeight.set(480);
    expect(limits).toEqual([720, undefined]);
  });

  test('with the least picture where only its sound is played', () => {
    const { film, limits } = makeFilm();
    followPreferences(film, false)();
    expect(limits).toEqual([1]);
  });

  test('of the sound, also where the tracks come later, and does not choose what plays already', () => {
    wantedAudio.set(trackKey(audios[1]!));
    const { film, tracks, chosen } = makeFilm();
    const end = followPreferences(film, true);
    expect(chosen).toEqual([]);
    tracks.set({ audios, audio: 1 });
    expect(chosen).toEqual([2]);
    tracks.set({ audios, audio: 2 });
    wantedAudio.set(trackKey(audios[2]!));
    end();
    wantedAudio.set(trackKey(audios[0]!));
    expect(chosen).toEqual([2, 3]);
  });
});

test('[SY55] a site is allowed once, by its whole name, and the others stay as they were', () => {
  expect(isAllowed(allowedSites.get(), 'youtube')).toBe(false);
  expect(isAllowed('youtube_other', 'youtube')).toBe(false);
  for (const site of ['youtube', 'vimeo', 'youtube'] as const) allowSite(site);
  expect(allowedSites.get()).toBe('youtube vimeo');
  expect([isAllowed(allowedSites.get(), 'vimeo'), isAllowed(allowedSites.get(), 'twitch')]).toEqual([true, false]);
});
