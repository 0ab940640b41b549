/** Questions to the person at the terminal. */
import { createInterface } from 'node:readline/promises';
import { Failure } from './failure.ts';

export function hasTerminal(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/**
 * Asks for a confirmation. @throws Failure `unconfirmed` when the answer is no, or when there is no terminal to ask at.
 */
export async function confirm(question: string, options: { readonly yes?: boolean }): Promise<void> {
  if (options.yes) return;
  if (!hasTerminal()) throw new Failure('unconfirmed', `${question} Nobody can be asked here`, 'Say --yes to go on.');
  const reading = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await reading.question(`${question} [y/N] `);
    if (!/^y(es)?$/i.test(answer.trim())) throw new Failure('unconfirmed', 'nothing was done');
  } finally {
    reading.close();
  }
}

/**
 * Reads a secret: from the terminal without showing it, or the first line of standard input when that is not a
 * terminal. Secrets are never arguments, because every user of the machine can see arguments. If `again` is a
 * question, the person types the secret twice.
 */
export async function readSecret(question: string, again?: string): Promise<string> {
  if (!process.stdin.isTTY) return readFirstLine();
  const secret = await readHidden(question);
  if (again !== undefined && secret !== '' && (await readHidden(again)) !== secret)
    throw new Failure('usage', 'the two are different; nothing was done');
  return secret;
}

async function readFirstLine(): Promise<string> {
  let text = '';
  for await (const chunk of process.stdin) text += chunk;
  return text.split(/\r?\n/)[0]!;
}

const [enter, newline, end, interrupt, backspace, del] = ['\r', '\n', '\u0004', '\u0003', '\b', '\u007f'];

function readHidden(question: string): Promise<string> {
  const { stdin, stderr } = process;
  // Switch the echo off before the question: otherwise the first letters of a quick answer would show.
  stdin.setRawMode(true).setEncoding('utf8').resume();
  stderr.write(question);
  return new Promise((resolve, reject) => {
    let typed = '';
    const done = (work: () => void, rest = '') => {
      stdin.off('data', onData).setRawMode(false).pause();
      // Keys after the answer are for the next question. While this one listens, it would get them itself.
      if (rest !== '') stdin.unshift(rest);
      stderr.write('\n');
      work();
    };
    const onData = (text: string) => {
      for (const [index, letter] of [...text].entries()) {
        if (letter === enter || letter === newline || letter === end) {
          const rest = [...text].slice(index + 1).join('');
          return done(() => resolve(typed), rest);
        }
        if (letter === interrupt) return done(() => reject(new Failure('unconfirmed', 'nothing was done')));
        typed = letter === backspace || letter === del ? [...typed].slice(0, -1).join('') : typed + letter;
      }
    };
    stdin.on('data', onData);
  });
}
