import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { hasProgram } from '../outside/programs.ts';
import { encode, encodedBytes } from './encoded.ts';

const tone = ['-f', 'lavfi', '-i', 'sine=duration=1'];

describe.skipIf(!hasProgram('ffmpeg'))('films that were made before', () => {
  let cache: string;
  let folder: string;
  const kept = () => (existsSync(join(cache, 'films')) ? readdirSync(join(cache, 'films')).length : 0);

  beforeEach(() => {
    [cache, folder] = ['cache', 'folder'].map((name) => mkdtempSync(join(tmpdir(), `matinee-${name}-`))) as [
      string,
      string,
    ];
    vi.stubEnv('MATINEE_CACHE_DIR', cache);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    for (const path of [cache, folder]) rmSync(path, { recursive: true });
  });

  test('one command makes one film', () => {
    const first = encodedBytes(tone, 'a.wav');
    expect(first.subarray(0, 4).toString()).toBe('RIFF');
    expect(encodedBytes(tone, 'a.wav').equals(first)).toBe(true);
    expect(kept()).toBe(1);
    encodedBytes(['-f', 'lavfi', '-i', 'sine=duration=2'], 'a.wav');
    expect(kept()).toBe(2);
  });

  test('a file that a command reads is a part of it, and stays where it is', () => {
    const make = () => encode(folder, ['-i', 'a.wav', '-c', 'copy', 'parts/b.wav']);
    mkdirSync(join(folder, 'parts'));
    writeFileSync(join(folder, 'a.wav'), encodedBytes(tone, 'a.wav'));
    make();
    make();
    expect(kept()).toBe(2);
    expect(readdirSync(folder).sort()).toEqual(['a.wav', 'parts']);
    writeFileSync(join(folder, 'a.wav'), encodedBytes(['-f', 'lavfi', '-i', 'sine=duration=2'], 'a.wav'));
    make();
    expect(kept()).toBe(4);
  });

  test('who changes a film changes no other', () => {
    encode(folder, [...tone, 'a.wav']);
    writeFileSync(join(folder, 'a.wav'), 'mine');
    expect(encodedBytes(tone, 'a.wav').length).toBeGreaterThan(10_000);
    expect(readFileSync(join(folder, 'a.wav'), 'utf8')).toBe('mine');
  });

  test('a command that fails says why, and is not kept', () => {
    expect(() => encode(folder, ['-i', 'nothing.wav', 'b.wav'])).toThrow();
    expect(kept()).toBe(0);
  });
});
