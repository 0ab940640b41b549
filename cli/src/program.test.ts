import type { Command } from 'commander';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { captureOutput } from './output.fixture.ts';
import { makeProgram } from './program.ts';

afterEach(() => void vi.restoreAllMocks());

/** Runs a command line that ends before it asks a server. Returns its error and its output. */
async function ended(line: string) {
  const said = captureOutput();
  const cause: unknown = await makeProgram()
    .parseAsync(line.split(' '), { from: 'user' })
    .then(
      () => undefined,
      (thrown) => thrown,
    );
  return { ...said, cause: cause as { exitCode?: number; ending?: string; message: string } | undefined };
}

function everyCommand(command: Command): Command[] {
  return [command, ...command.commands.flatMap(everyCommand)];
}

test.each([
  ['usr list', 'user'],
  ['user crate', 'create'],
  ['user list --pge 2', '--page'],
  ['settings udpate', 'update'],
])('[CL3] %s is refused, and the nearest word is named', async (line, near) => {
  const { cause, err, out } = await ended(line);
  expect(cause?.exitCode).toBe(1);
  expect(err).toMatch(/unknown (command|option)/);
  expect(err).toContain(`Did you mean ${near}?`);
  expect(out).toBe('');
});

test('[CL3] a value that an option does not take is refused with those that it takes', async () => {
  const { cause, err } = await ended('review list --status lost');
  expect(cause?.exitCode).toBe(1);
  expect(err).toMatch(/Allowed choices are pending, /);
});

test('[CL3] an output format is refused before a server is looked for', async () => {
  const { err } = await ended('audit list --output xml');
  expect(err).toContain('Allowed choices are table, json, yaml');
});

test('[CL5] what cannot be undone is not done where nobody can be asked', async () => {
  const { cause } = await ended('review reject rev_1 rev_2');
  expect(cause).toMatchObject({ ending: 'unconfirmed', hint: 'Say --yes to go on.' });
  expect(cause?.message).toContain('Reject 2 registrations?');
});

describe('every command', () => {
  const commands = everyCommand(makeProgram());

  test('[CL16] says what it does, and so does each of its options', () => {
    for (const command of commands) {
      expect(command.description(), command.name()).not.toBe('');
      for (const option of command.options)
        expect(option.description, `${command.name()} ${option.flags}`).not.toBe('');
    }
  });

  test('[CL16] has a name of its own among its neighbours', () => {
    for (const { commands: children } of commands) {
      const names = children.map((child) => child.name());
      expect(new Set(names).size).toBe(names.length);
    }
  });

  test('[CL6] takes no password as an option or argument', () => {
    for (const command of commands) {
      const words = [
        ...command.options.map(({ flags }) => flags),
        ...command.registeredArguments.map((one) => one.name()),
      ];
      expect(
        words.filter((word) => /passw(or)?d <|passphrase <|^password$/.test(word)),
        command.name(),
      ).toEqual([]);
    }
  });
});
