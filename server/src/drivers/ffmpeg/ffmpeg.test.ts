/** A program that answers as ffmpeg does. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findFfmpeg } from './ffmpeg.ts';

/** Fails when it is asked for its protocols the first time. */
const program = `#!/bin/sh
case "$*" in
  *-version*) echo 'ffmpeg version 7.0' ;;
  *-protocols*)
    [ -e "$0.asked" ] || { touch "$0.asked"; exit 1; }
    printf 'Input:\\n  srt\\nOutput:\\n' ;;
esac
`;

test('[SRT3] whether ffmpeg has libsrt is asked again after it gave no answer', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'matinee-ffmpeg-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of ['ffmpeg', 'ffprobe']) writeFileSync(join(folder, name), program, { mode: 0o755 });
  const ffmpeg = (await findFfmpeg(join(folder, 'ffmpeg')))!;
  await expect(ffmpeg.speaksSrt()).rejects.toThrow();
  expect(await ffmpeg.speaksSrt()).toBe(true);
});
