/** Questions at a terminal that the test emulates: it types keys and records the output. */
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { confirm, hasTerminal, readSecret } from './ask.ts';

/** A terminal in the place of the streams of the process, until the test ends. */
function sitAtTerminal() {
  const [keys, screen] = [new PassThrough(), new PassThrough()];
  let shown = '';
  let isEchoing = true;
  screen.on('data', (part: Buffer) => {
    shown += part.toString();
  });
  Object.assign(screen, { isTTY: true });
  const setRawMode = (isRaw: boolean) => {
    isEchoing = !isRaw;
    return keys;
  };
  Object.assign(keys, { isTTY: true, setRawMode });
  const own = (['stdin', 'stderr'] as const).map(
    (name) => [name, Object.getOwnPropertyDescriptor(process, name)!] as const,
  );
  Object.defineProperty(process, 'stdin', { value: keys, configurable: true });
  Object.defineProperty(process, 'stderr', { value: screen, configurable: true });
  restore = () => {
    for (const [name, property] of own) Object.defineProperty(process, name, property);
  };
  return {
    type: (text: string) => void keys.write(text),
    shows: (text: string) => vi.waitFor(() => expect(shown).toContain(text)),
    shown: () => shown,
    isEchoing: () => isEchoing,
  };
}

let restore: () => void;
let terminal: ReturnType<typeof sitAtTerminal>;
beforeEach(() => {
  terminal = sitAtTerminal();
});
afterEach(() => restore());

describe('[CL6] a secret', () => {
  test('ends with Enter, is not shown, and the echo is off only while it is typed', async () => {
    const secret = readSecret('Password: ');
    await terminal.shows('Password: ');
    expect(terminal.isEchoing()).toBe(false);
    terminal.type('open');
    terminal.type(' sesame\r');
    expect(await secret).toBe('open sesame');
    expect(terminal.isEchoing()).toBe(true);
    expect(terminal.shown()).toBe('Password: \n');
  });

  test.each([
    ['Backspace', 'seX\u007fsame\r', 'sesame'],
    ['Backspace at its beginning', '\bsesame\r', 'sesame'],
    ['Backspace behind a letter of two units', 'se🎬\u007fsame\r', 'sesame'],
    ['Ctrl-D in the place of Enter', 'sesame\u0004', 'sesame'],
    ['a new line in the place of Enter', 'sesame\n', 'sesame'],
  ])('may be typed with %s', async (_, keys, read) => {
    const secret = readSecret('Password: ');
    terminal.type(keys);
    expect(await secret).toBe(read);
  });

  test('that is typed twice is taken when both are the same', async () => {
    const secret = readSecret('Password: ', 'Once more: ');
    await terminal.shows('Password: ');
    terminal.type('sesame\r');
    await terminal.shows('Once more: ');
    terminal.type('sesame\r');
    expect(await secret).toBe('sesame');
  });

  test('that is pasted with its repetition answers both questions', async () => {
    const secret = readSecret('Password: ', 'Once more: ');
    terminal.type('sesame\rsesame\r');
    expect(await secret).toBe('sesame');
  });

  test('that differs the second time is refused', async () => {
    const secret = readSecret('Password: ', 'Once more: ');
    terminal.type('sesame\rseasme\r');
    await expect(secret).rejects.toMatchObject({ ending: 'usage' });
  });

  test('that is empty is not asked for a second time', async () => {
    const secret = readSecret('Passphrase: ', 'Once more: ');
    terminal.type('\r');
    expect(await secret).toBe('');
    expect(terminal.shown()).not.toContain('Once more');
  });

  test('[CL5] ends with Ctrl-C without an answer, and the echo is on again', async () => {
    const secret = readSecret('Password: ');
    terminal.type('ses\u0003ame\r');
    await expect(secret).rejects.toMatchObject({ ending: 'unconfirmed', message: 'nothing was done' });
    expect(terminal.isEchoing()).toBe(true);
  });
});

describe('[CL5] a question', () => {
  test.each(['y', 'Y', 'yes', ' YES '])('is confirmed by %j', async (answer) => {
    const asked = confirm('Delete it?', {});
    await terminal.shows('Delete it? [y/N] ');
    terminal.type(`${answer}\n`);
    await expect(asked).resolves.toBeUndefined();
  });

  test.each(['', 'n', 'no', 'yeah', 'ye', 'ja'])('is not confirmed by %j', async (answer) => {
    const asked = confirm('Delete it?', {});
    await terminal.shows('[y/N]');
    terminal.type(`${answer}\n`);
    await expect(asked).rejects.toMatchObject({ ending: 'unconfirmed', message: 'nothing was done' });
  });

  test('is not asked when the answer was given before', async () => {
    await confirm('Delete it?', { yes: true });
    expect(terminal.shown()).toBe('');
  });

  test('is not asked where its words or the answer would not reach a person', () => {
    expect(hasTerminal()).toBe(true);
    for (const stream of [process.stdin, process.stderr]) {
      Object.assign(stream, { isTTY: false });
      expect(hasTerminal()).toBe(false);
      Object.assign(stream, { isTTY: true });
    }
  });
});
