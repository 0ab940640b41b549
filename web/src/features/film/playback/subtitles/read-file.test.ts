import { encodeAs } from '@matinee/subtitles/encode.fixture.ts';
import { expect, test } from 'vitest';
import { languageOf, readBytes, readFile } from './read-file.ts';

test.each([
  ['film.ru.srt', 'ru'],
  ['film.pt-BR.forced.srt', 'pt-BR'],
  ['A.Film.2006.eng.sdh.srt', 'eng'],
  ['film.srt', ''],
  ['film', ''],
  ['A Film (2006).srt', ''],
])('[SY79] the name %s tells the language "%s"', (name, language) => expect(languageOf(name)).toBe(language));

test('[SY79] a file is read as its letters tell, and as the person says', () => {
  const file = {
    bytes: new Uint8Array(encodeAs('windows-1251', '1\n00:00:01,000 --> 00:00:02,000\nПривет, как дела?\n')),
    language: 'ru',
  };
  expect(readFile(file, undefined)).toEqual({
    encoding: 'windows-1251',
    cues: [{ start: 1, end: 2, text: 'Привет, как дела?' }],
  });
  expect(readFile(file, 'koi8-r').cues[0]!.text).not.toContain('Привет');
});

test('[SY89] SubStation Alpha is read as text, and kept as it is', () => {
  const text = '[Script Info]\n[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,{\\b1}Hello';
  const { cues, script } = readFile({ bytes: new TextEncoder().encode(text), language: '' }, undefined);
  expect(cues).toEqual([{ start: 1, end: 2, text: 'Hello' }]);
  expect(script).toBe(text);
  const srt = new TextEncoder().encode('1\n00:00:01,000 --> 00:00:02,000\nHello\n');
  expect(readFile({ bytes: srt, language: '' }, undefined).script).toBeUndefined();
});

test('[SY80] more than 20 MB are not read', async () => {
  const part = new Uint8Array(1_000_000);
  const answerOf = (count: number) =>
    new Response(
      new Blob(Array.from({ length: count }, () => part)).stream() as ReadableStream<Uint8Array<ArrayBuffer>>,
    );
  expect(await readBytes(answerOf(20))).toHaveLength(20_000_000);
  await expect(readBytes(answerOf(21))).rejects.toThrow('too long');
});
