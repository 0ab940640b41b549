import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readDocument } from './documents.ts';

const folder = mkdtempSync(join(tmpdir(), 'matinee-documents-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileWith(text: string): string {
  const file = join(folder, 'document');
  writeFileSync(file, text);
  return file;
}

test.each([
  ['JSON', '{"server.name":"Kino","chat.maxMessagesPerRoom":5}'],
  ['YAML', '# the cinema\nserver.name: Kino\nchat.maxMessagesPerRoom: 5\n'],
])('a file may be %s', async (_, text) => {
  expect(await readDocument(fileWith(text))).toEqual({ 'server.name': 'Kino', 'chat.maxMessagesPerRoom': 5 });
});

test('text that begins with a brace is the document itself', async () => {
  expect(await readDocument(' {"settings":{}}')).toEqual({ settings: {} });
});

test('[CL1] a file that is not there, or is neither JSON nor YAML, is not understood, and the file is named', async () => {
  const missing = join(folder, 'missing.json');
  await expect(readDocument(missing)).rejects.toMatchObject({
    ending: 'usage',
    message: expect.stringContaining(`${missing} cannot be read`),
  });
  const broken = fileWith('server: [one, two');
  await expect(readDocument(broken)).rejects.toMatchObject({
    ending: 'usage',
    message: expect.stringContaining(`${broken} is neither JSON nor YAML`),
  });
});

test('[CL1] broken text is called the text, in one line, since it may be long', async () => {
  const refusal = await readDocument('{"a": [1, 2').catch((cause: Error) => cause);
  expect(refusal).toMatchObject({
    ending: 'usage',
    message: expect.stringMatching(/^the text is neither JSON nor YAML: /),
  });
  expect((refusal as Error).message).not.toContain('\n');
});
