import { expect, test } from 'vitest';
import { debianPackages, type Machine, missingLine, skippedLines } from './missing-programs.ts';

const machine: Machine = { hasApt: true, asRoot: [], hasPython: true, hasGo: true };

test('a missing program asks for its packages', () => {
  expect(debianPackages(['chromium', 'zsh'], machine)).toEqual(['chromium', 'fonts-dejavu-core', 'zsh']);
});

test('programs of other registries ask for what makes them, where it is missing', () => {
  expect(debianPackages(['versitygw', 'schemathesis'], machine)).toEqual([]);
  expect(debianPackages(['versitygw', 'schemathesis'], { ...machine, hasPython: false })).toEqual(['python3-venv']);
  expect(debianPackages(['versitygw', 'schemathesis'], { ...machine, hasGo: false })).toEqual(['golang-go']);
  expect(debianPackages(['zsh'], { ...machine, hasPython: false, hasGo: false })).toEqual(['zsh']);
});

test('what is missing is said in one line, with what would help', () => {
  expect(missingLine(['zsh', 'schemathesis'], { ...machine, hasPython: false })).toBe(
    'missing: zsh, schemathesis (apt-get install zsh python3-venv)',
  );
  expect(missingLine(['schemathesis'], machine)).toBe('missing: schemathesis');
});

test('what is not tested is said by name', () => {
  expect(skippedLines(['zsh', 'versitygw'])).toEqual([
    'skipped without zsh: completion in zsh (apt-get install zsh)',
    'skipped without versitygw: files in an object store (npm test installs it where Go and its proxy are)',
  ]);
});
