import { describe, expect, test } from 'vitest';
import { decodeText } from './decode-text.ts';
import { encodeAs } from './encode.fixture.ts';
import { encodings, encodingsOf } from './encodings.ts';

/** A few lines of a film in each language, in the encodings in which people have them. */
const films: readonly [language: string, labels: readonly string[], lines: string][] = [
  ['ru', ['windows-1251', 'koi8-r'], 'Где ты был вчера вечером?\nЯ ждал тебя на станции, но никто не пришёл.'],
  ['uk', ['windows-1251', 'koi8-u'], 'Де ти був учора ввечері?\nЯ чекав на тебе на станції, але ніхто не прийшов.'],
  ['bg', ['windows-1251'], 'Къде беше снощи?\nЧаках те на гарата, но никой не дойде.'],
  ['el', ['windows-1253'], 'Πού ήσουν χθες το βράδυ;\nΣε περίμενα στον σταθμό, αλλά δεν ήρθε κανείς.'],
  ['tr', ['windows-1254'], 'Dün akşam neredeydin?\nSeni istasyonda bekledim ama kimse gelmedi, çok üşüdüm.'],
  ['he', ['windows-1255'], 'איפה היית אתמול בערב?\nחיכיתי לך בתחנה אבל אף אחד לא בא.'],
  ['ar', ['windows-1256'], 'أين كنت مساء أمس؟\nانتظرتك في المحطة لكن لم يأت أحد.'],
  [
    'pl',
    ['windows-1250'],
    'Gdzie byłeś wczoraj wieczorem?\nCzekałem na ciebie na stacji, ale nikt nie przyszedł, więc wróciłem.',
  ],
  [
    'cs',
    ['windows-1250'],
    'Kde jsi byl včera večer?\nČekal jsem na tebe na nádraží, ale nikdo nepřišel, tak jsem šel domů.',
  ],
  [
    'de',
    ['windows-1252'],
    'Wo warst du gestern Abend?\nIch habe am Bahnhof für dich gewartet, aber später kam niemand über die Brücke.',
  ],
  [
    'fr',
    ['windows-1252'],
    'Où étais-tu hier soir ?\nJe t’ai attendu à la gare, mais personne n’est venu, même très tard.',
  ],
  ['th', ['windows-874'], 'เมื่อคืนคุณอยู่ที่ไหน\nฉันรอคุณอยู่ที่สถานีแต่ไม่มีใครมา'],
  ['ja', ['shift_jis', 'euc-jp'], '昨日の夜はどこにいたの？\n駅で待っていたけれど、誰も来なかった。'],
  ['zh', ['gb18030'], '你昨天晚上在哪里？\n我在车站等你，可是没有人来。'],
  ['zh-TW', ['big5'], '你昨天晚上在哪裡？\n我在車站等你，可是沒有人來。'],
  ['ko', ['euc-kr'], '어젯밤에 어디 있었어?\n역에서 너를 기다렸는데 아무도 오지 않았어.'],
];
const cases = films.flatMap(([language, labels, lines]) => labels.map((label) => [language, label, lines] as const));
/** A SubRip file with some ASCII lines. */
const fileOf = (lines: string) =>
  lines
    .split('\n')
    .map((line, n) => `${n + 1}\n00:00:0${n + 1},000 --> 00:00:0${n + 2},000\n${line}\n`)
    .join('\n');

describe('[SB4] the encoding of subtitles', () => {
  test.each(cases)('[SB4] %s in %s is read when the language is known', (language, label, lines) => {
    const file = fileOf(lines);
    expect(decodeText(encodeAs(label, file), { language }).text).toBe(file);
  });

  test.each(cases.filter(([language]) => ['ru', 'el', 'he', 'ja', 'zh', 'ko', 'zh-TW'].includes(language)))(
    '[SB4] %s in %s is read also when nobody says its language',
    (_, label, lines) => {
      const file = fileOf(lines);
      expect(decodeText(encodeAs(label, file)).text).toBe(file);
    },
  );

  test('[SB4] what is certain is read as it is, whatever its language', () => {
    const text = 'Где ты? für 昨日';
    for (const language of ['', 'ru', 'de']) {
      expect(decodeText(new TextEncoder().encode(text), { language })).toEqual({ text, encoding: 'utf-8' });
      const utf16 = Buffer.from(`\uFEFF${text}`, 'utf16le');
      expect(decodeText(utf16, { language })).toEqual({ text, encoding: 'utf-16le' });
      expect(decodeText(Buffer.from(utf16).swap16(), { language })).toEqual({ text, encoding: 'utf-16be' });
    }
    expect(decodeText(Buffer.from('1\r\nGo!', 'utf16le')).text).toBe('1\r\nGo!');
    expect(decodeText(Buffer.from('\uFEFF1\nHi')).text).toBe('1\nHi');
  });

  test('[SB4] a language that cannot be right decides nothing', () => {
    const file = fileOf(films[0]![2]);
    expect(decodeText(encodeAs('windows-1251', file), { language: 'ja' }).text).toBe(file);
    const japanese = fileOf(films.find(([language]) => language === 'ja')![2]);
    expect(decodeText(encodeAs('shift_jis', japanese), { language: 'ru' }).text).toBe(japanese);
  });

  test('[SB4] of a few words the language decides', () => {
    expect(decodeText(encodeAs('windows-1251', '<i>Где</i> ты был вчера?'), { language: 'ru' }).encoding).toBe(
      'windows-1251',
    );
    expect(decodeText(encodeAs('windows-1251', 'Да'), { language: 'rus' })).toEqual({
      text: 'Да',
      encoding: 'windows-1251',
    });
    expect(decodeText(encodeAs('windows-1252', 'für')).text).toBe('für');
  });

  test('[SB4] what a person chooses counts', () => {
    const old = encodeAs('ibm866', 'Привет');
    expect(decodeText(old, { encoding: 'ibm866' }).text).toBe('Привет');
    const bytes = encodeAs('koi8-r', 'Привет');
    expect(decodeText(bytes, { encoding: 'koi8-r' })).toEqual({ text: 'Привет', encoding: 'koi8-r' });
    expect(decodeText(bytes, { encoding: 'windows-1251' }).text).not.toBe('Привет');
  });

  test('[SB4] any bytes have a text', () => {
    const bytes = Uint8Array.from({ length: 5_000 }, (_, n) => (n * 7919) % 256);
    expect(decodeText(bytes).text.length).toBeGreaterThan(0);
    expect(decodeText(new Uint8Array()).text).toBe('');
  });

  test('[SB4] every encoding that is offered can be decoded', () => {
    for (const label of encodings) expect(new TextDecoder(label).encoding, label).toBe(label);
  });

  test.each([
    ['ru', 'windows-1251'],
    ['rus', 'windows-1251'],
    ['pt-BR', 'windows-1252'],
    ['zh', 'gb18030'],
    ['zh-Hant', 'big5'],
    ['chi', 'gb18030'],
  ])('[SB4] %s is mostly in %s', (language, label) => expect(encodingsOf(language)[0]).toBe(label));

  test('[SB4] an unknown language has no usual encoding', () => expect(encodingsOf('')).toEqual([]));
});
