import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeStandInHardware, type StandInHardware } from '@matinee/testkit/films/stand-in-hardware.ts';
import { hasFfmpeg } from '@matinee/testkit/media.ts';
import { programPath } from '@matinee/testkit/outside/programs.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../kernel/config/config.ts';
import { runChecks } from './check.ts';
import { ffmpegCheck, srtCheck } from './machine-checks.ts';

describe.skipIf(!hasFfmpeg)('what the doctor says about conversions', () => {
  let hardware: StandInHardware;
  beforeAll(() => {
    hardware = makeStandInHardware();
  });
  afterAll(() => hardware?.close());

  async function findingFor(encoder: string) {
    const values = { 'conversion.ffmpeg_path': hardware.ffmpeg, 'conversion.encoder': encoder };
    const config = readConfig([{ origin: 'test', values }]);
    const patient = { config, dataDir: '/nowhere', publicUrl: undefined, running: undefined, settings: undefined };
    const [finding] = await runChecks([ffmpegCheck], patient, 60_000);
    return `${finding!.state}: ${finding!.text}`;
  }

  test('[CV14] it tells which encoder codes pictures, and warns where the one that is named does not work', async () => {
    expect(await findingFor('nvenc')).toMatch(/^ok: ffmpeg \S+ runs; pictures are coded by nvenc$/);
    expect(await findingFor('qsv')).toMatch(
      /^warning: ffmpeg \S+ runs; pictures are coded by software \(qsv: this ffmpeg does not have it\)$/,
    );
  });
});

describe.skipIf(!hasFfmpeg)('what the doctor says about SRT', () => {
  const folder = mkdtempSync(join(tmpdir(), 'matinee-no-srt-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** An ffmpeg that was built with these protocols. */
  function ffmpegWith(protocols: string): string {
    const [ffmpeg, ffprobe] = [join(folder, 'ffmpeg'), join(folder, 'ffprobe')];
    const real = programPath('ffmpeg');
    const answer = `printf 'Input:\\n  file\\n  ${protocols}\\nOutput:\\n  srt\\n'`;
    writeFileSync(ffmpeg, `#!/bin/sh\ncase "$*" in *-protocols*) ${answer} ;; *) exec ${real} "$@" ;; esac\n`);
    chmodSync(ffmpeg, 0o755);
    rmSync(ffprobe, { force: true });
    symlinkSync(join(dirname(real), 'ffprobe'), ffprobe);
    return ffmpeg;
  }
  async function stateOf(path: string, enabled: boolean) {
    const config = readConfig([{ origin: 'test', values: { 'conversion.ffmpeg_path': path } }]);
    const machine = { config, dataDir: '/nowhere', publicUrl: undefined, running: undefined };
    const [finding] = await runChecks([srtCheck], { ...machine, settings: { srt: { enabled } } });
    return `${finding!.state}: ${finding!.text}`;
  }

  test('[SRT9] it tells whether ffmpeg has libsrt, and fails where streams by SRT are switched on without', async () => {
    expect(await stateOf(ffmpegWith('srt'), true)).toMatch(/^ok: ffmpeg \S+ receives streams by SRT$/);
    expect(await stateOf(ffmpegWith('srt'), false)).toMatch(/^ok: .* once srt.enabled is set$/);
    expect(await stateOf(ffmpegWith('srtp'), true)).toMatch(/^failed: ffmpeg \S+ was built without libsrt/);
    expect(await stateOf(ffmpegWith('srtp'), false)).toMatch(/^skipped: /);
    expect(await stateOf('/nowhere/ffmpeg', true)).toMatch(/^failed: ffmpeg and ffprobe do not run/);
  });
});
