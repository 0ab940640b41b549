import { describe, expect, test } from 'vitest';
import { readSubtitles } from '../read-subtitles.ts';

const sami = (body: string) =>
  `<SAMI>\r\n<HEAD><STYLE TYPE="text/css"><!-- .ENCC {lang: en-US} .KRCC {lang: ko-KR} --></STYLE></HEAD>\r\n<BODY>${body}</BODY></SAMI>`;
const ttml = (body: string, attributes = '') =>
  `<?xml version="1.0"?><tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" xmlns:tts="http://www.w3.org/ns/ttml#styling" ${attributes}>${body}</tt>`;

describe('[SB9] MicroDVD', () => {
  test('[SB9] the first line names the frames a second', () => {
    expect(readSubtitles('{1}{1}25\n{25}{75}One|two\n{100}{150}{y:i}slanted{c:$0000ff}\n')).toEqual([
      { start: 1, end: 3, text: 'One\ntwo' },
      { start: 4, end: 6, text: 'slanted' },
    ]);
  });

  test('[SB9] without it the film has the rate of films', () => {
    const [cue] = readSubtitles('{0}{24}Hi & bye\n{48}{72}again');
    expect(cue).toEqual({ start: 0, end: expect.closeTo(1.001, 3), text: 'Hi &amp; bye' });
  });
});

describe('[SB9] SAMI', () => {
  test('[SB9] a text lasts until the next one, and an empty one ends it', () => {
    const file = sami(
      '<SYNC Start=1000><P Class=ENCC>Hello<br>there &amp; <i>you</i>\r\n<SYNC Start=2500><P Class=ENCC>&nbsp;\r\n' +
        '<SYNC Start=4000><P Class=ENCC>last',
    );
    expect(readSubtitles(file)).toEqual([
      { start: 1, end: 2.5, text: 'Hello\nthere &amp; <i>you</i>' },
      { start: 4, end: 9, text: 'last' },
    ]);
  });

  test('[SB9] letters that are longer in small letters move nothing', () => {
    const file = sami('<SYNC Start=0><P>İİİİİİİİ<SYNC Start=1000><P>İki<SYNC Start=2000><P>&nbsp;');
    expect(readSubtitles(file).map(({ text }) => text)).toEqual(['İİİİİİİİ', 'İki']);
  });

  test('[SB9] of several languages one is read', () => {
    const both = (ms: number, english: string, korean: string) =>
      `<SYNC Start="${ms}"><P Class='ENCC'>${english}</P><P Class='KRCC'>${korean}</P></SYNC>`;
    expect(readSubtitles(sami(both(0, 'one', '하나') + both(1_000, 'two', '둘'))).map(({ text }) => text)).toEqual([
      'one',
      'two',
    ]);
  });
});

describe('[SB9] TTML', () => {
  test('[SB9] times count from the element around, lines and marks are kept', () => {
    const file = ttml(
      '<body><div begin="10s"><p begin="00:00:01.500" end="00:00:03.000">Hello <span tts:fontStyle="italic">you</span><br/>all</p>' +
        '<p begin="5s" dur="500ms">later &lt;3</p></div></body>',
    );
    expect(readSubtitles(file)).toEqual([
      { start: 11.5, end: 13, text: 'Hello <i>you</i>\nall' },
      { start: 15, end: 15.5, text: 'later &lt;3' },
    ]);
  });

  test('[SB9] frames and ticks have the rates of the document', () => {
    const rates = 'ttp:frameRate="25" ttp:tickRate="10000000"';
    const file = ttml(
      '<body><p begin="00:00:01:05" end="00:00:02:00">a</p><p begin="30000000t" end="4s">b</p></body>',
      rates,
    );
    expect(readSubtitles(file)).toEqual([
      { start: 1.2, end: 2, text: 'a' },
      { start: 3, end: 4, text: 'b' },
    ]);
    const ntsc = 'ttp:frameRate="30" ttp:frameRateMultiplier="1000 1001"';
    const [cue] = readSubtitles(ttml('<body><p begin="0s" end="30f">a</p></body>', ntsc));
    expect(cue!.end).toBeCloseTo(1.001, 6);
  });

  test('[SB9] a prefix changes nothing, and a paragraph without an end is none', () => {
    const file =
      '<tt:tt xmlns:tt="http://www.w3.org/ns/ttml"><tt:body><tt:p begin="1s">never ends</tt:p><tt:p begin="1s" end="2s">a</tt:p></tt:body></tt:tt>';
    expect(readSubtitles(file)).toEqual([{ start: 1, end: 2, text: 'a' }]);
  });

  test('[SB9] what is nested too deep is left out, and what follows it is read', () => {
    const deep = `${'<div begin="1s">'.repeat(60)}<p end="1s">deep</p>${'</div>'.repeat(60)}`;
    const file = ttml(`<body begin="10s">${deep}<p begin="2s" end="3s">after</p></body>`);
    expect(readSubtitles(file)).toEqual([{ start: 12, end: 13, text: 'after' }]);
  });

  test('[SB9] what follows a fault in the document is left out', () => {
    const file = ttml('<body><p begin="1s" end="2s">a</p><p begin="3s" end="4s">b</q>');
    expect(readSubtitles(file)[0]).toEqual({ start: 1, end: 2, text: 'a' });
  });
});

describe('[SB10] reading takes time in proportion to the length', () => {
  const times = 300_000;
  test.each([
    [
      'braces in SubStation',
      `[Script Info]\n[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,,,0,0,0,,${'{'.repeat(times)}`,
    ],
    ['blank lines in WebVTT', `WEBVTT${'\n \t'.repeat(times)}`],
    ['arrows', '-->\n'.repeat(times)],
    ['open tags', `WEBVTT\n\n00:01.000 --> 00:02.000\n${'<'.repeat(times)}`],
    ['references', `WEBVTT\n\n00:01.000 --> 00:02.000\n${'&'.repeat(times)}`],
    ['overrides', `1\n00:00:01,000 --> 00:00:02,000\n${'{\\'.repeat(times)}`],
    ['numbers', `1\n00:00:01,000 --> 00:00:02,000\n${'1\n'.repeat(times)}`],
    ['syncs', `<SAMI>${'<SYNC Start=1>'.repeat(times)}`],
    ['syncs without an end', `<SAMI>${'<SYNC '.repeat(times)}`],
    ['paragraphs of SAMI', `<SAMI><SYNC Start=1>${'<P '.repeat(times)}`],
    ['frames', `{1}{2}${'{y:'.repeat(times)}`],
    ['nested elements', `<tt>${'<div>'.repeat(times)}`],
    ['attributes', `<tt ${'a="1" '.repeat(times)}>`],
  ])('[SB10] %s', (_, file) => {
    const begunMs = performance.now();
    readSubtitles(file);
    // A quadratic reader takes minutes. A linear one takes a tenth of a second.
    expect(performance.now() - begunMs).toBeLessThan(20_000);
  });
});
