import { makeStandInHardware, type StandInHardware } from '@matinee/testkit/films/stand-in-hardware.ts';
import { hasFfmpeg } from '@matinee/testkit/media.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../kernel/config/config.ts';
import { runChecks } from './check.ts';
import { ffmpegCheck } from './machine-checks.ts';

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
