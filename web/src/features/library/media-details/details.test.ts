import { expect, test } from 'vitest';
import { draftOf, faultsOf, newLine, repeatedHeaders, sourceOf } from './draft.ts';

const source = {
  direct_url: {
    url: 'https://films.example/a.mp4',
    format: 'hls' as const,
    alternatives: [{ name: '720p', url: 'https://films.example/b.mp4', format: 'file' as const }],
    subtitles: [{ url: 'https://films.example/a.srt', name: 'German', language: 'de' }],
    danmakus: [{ url: 'https://films.example/a.xml', name: '' }],
    headers: { Authorization: '' },
    storyboard: { url: 'https://films.example/a.vtt' },
  },
  proxy_mode: 'only' as const,
};
const violation = (field: string, reason = 'media.not_http') => ({ field, reason, description: field });

test('[WL19] a form that nobody has touched says the source that it was made of', () => {
  expect(sourceOf(draftOf('A film', source), source)).toEqual(source);
});

test('[WL19] a source that is no plain address keeps what it is, but for who loads it', () => {
  const dav = { webdav: { account_id: 'acc_1', path: '/a.mp4' } } as never;
  expect(sourceOf({ ...draftOf('A', dav), proxyMode: 'prefer' }, dav)).toEqual({
    ...(dav as object),
    proxy_mode: 'prefer',
  });
});

test('[WL19] empty lines are not sent, and what is refused is shown at the line it is about', () => {
  const empty = newLine();
  const bad = newLine({ url: 'ftp://a', language: 'de' });
  const draft = { ...draftOf('A', source), subtitles: [empty, bad] };
  expect(sourceOf(draft, source).direct_url?.subtitles).toEqual([{ url: 'ftp://a', name: '', language: 'de' }]);
  expect(
    Object.keys(faultsOf(draft, [violation('source.direct_url.subtitles[0].url'), violation('source.direct_url.url')])),
  ).toEqual([`${bad.id}.url`, 'url']);
  expect(faultsOf(draft, [violation('elsewhere'), violation('source.direct_url.subtitles[7].url')])).toEqual({});
});

test('[WL19] a refused header is named by its name; what cannot stand in a value is the fault of the value', () => {
  const named = newLine({ name: 'Host', value: 'a' });
  const valued = newLine({ name: 'X"A', value: 'ä' });
  const draft = { ...draftOf('A', source), headers: [named, valued] };
  const faults = faultsOf(draft, [
    violation('source.direct_url.headers["Host"]', 'headers.own'),
    violation('source.direct_url.headers["X\\"A"]', 'string.pattern'),
  ]);
  expect(Object.keys(faults)).toEqual([`${named.id}.name`, `${valued.id}.value`]);
});

test('[WL19] of two headers of one name the second is named: a source has room for one', () => {
  const second = newLine({ name: 'cookie', value: 'b' });
  const draft = { ...draftOf('A', source), headers: [newLine({ name: 'Cookie', value: 'a' }), newLine(), second] };
  expect(repeatedHeaders(draft)).toEqual([second]);
});

test('[WCG5] the picture and the guide of a channel are edited, of streams that the server pulls too', () => {
  const pulled = { live_proxy: { url: 'http://tv.example/1.ts' } };
  const draft = draftOf('One', pulled);
  const channel = { logo: '', guideUrl: ' https://tv.example/guide.xml ', guideId: 'one.tv', guideName: '' };
  const edited = sourceOf({ ...draft, channel }, pulled);
  expect(edited).toEqual({
    ...pulled,
    channel: { logo: '', guide_url: 'https://tv.example/guide.xml', guide_id: 'one.tv', guide_name: '' },
  });
  expect(sourceOf(draftOf('One', edited), edited)).toEqual(edited);
  expect(sourceOf(draft, edited)).toEqual(pulled);
  expect(Object.keys(faultsOf(draft, [violation('source.channel.guide_url')]))).toEqual(['channel.guideUrl']);
});
