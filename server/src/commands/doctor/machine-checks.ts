import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { findFfmpeg } from '../../drivers/ffmpeg/ffmpeg.ts';
import { chooseEncoder, listDevices, shownRefusals } from '../../features/media/conversions/encoders/choose-encoder.ts';
import { shownEncoder } from '../../features/media/conversions/encoders/encoder.ts';
import { systemClock } from '../../kernel/clock.ts';
import { splitHostAndPort } from '../../kernel/config/config-schemas.ts';
import { listSecrets } from '../../kernel/config/secrets.ts';
import { type Check, type Finding, failed, ok, type Patient, sentence, skipped, warning } from './check.ts';

const withoutConfig = skipped('nothing can be said before the configuration can be used');

/** Checks the secrets that the stored data needs. */
export const secretsCheck: Check = {
  name: 'secrets',
  async run({ config, dataDir }) {
    if (!config) return withoutConfig;
    const there = Object.keys(listSecrets(config, dataDir)).length;
    const folder = join(dataDir, 'secrets');
    const mode = await stat(folder).then(
      (found) => found.mode & 0o077,
      () => 0,
    );
    if (mode !== 0)
      return warning(
        `others on this machine may look into ${folder}`,
        `take their rights away: chmod -R go= ${folder}`,
      );
    if (there === 3) return ok('all three secrets are there');
    if (config['server.mode'] === 'production')
      return failed(
        `${there} of three secrets are there`,
        'give jwt.secret and the others, as the installation guide says',
      );
    return ok(`${there} of three secrets are there; the next start makes the others`);
  },
};

/** Free disk space below which the check warns, and below which the server cannot continue, in bytes. */
const littleBytes = 2 * 1_073_741_824;
const leastBytes = 200 * 1_048_576;

export const diskCheck: Check = {
  name: 'disk',
  async run({ config, dataDir }) {
    const folders = [dataDir, config?.['backup.directory'], config?.['conversion.directory']];
    const findings = await Promise.all(folders.filter((folder) => folder !== undefined).map(lookAtDisk));
    return worst(findings) ?? ok('there is space');
  },
};

async function lookAtDisk(folder: string): Promise<Finding> {
  const found = await statfs(folder).catch(() => undefined);
  if (!found) return skipped(`${folder} does not exist yet`);
  const isWritable = await access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!isWritable) return failed(`${folder} may not be written`, 'give it to the user that runs the server: chown');
  const free = found.bavail * found.bsize;
  const text = `${gibibytes(free)} GiB are free in ${folder}`;
  if (free < leastBytes) return failed(text, 'make room, or PostgreSQL stops');
  return free < littleBytes ? warning(text, 'make room soon') : ok(text);
}

const gibibytes = (bytes: number) => (bytes / 1_073_741_824).toFixed(1);

/** The most severe finding. */
export function worst(findings: readonly Finding[]): Finding | undefined {
  const order = ['failed', 'warning', 'ok', 'skipped'] as const;
  for (const state of order) {
    const found = findings.find((finding) => finding.state === state);
    if (found) return found;
  }
  return undefined;
}

/** Checks that the configured addresses are free, or used by this server. */
export const portsCheck: Check = {
  name: 'ports',
  async run({ config, running }) {
    if (!config) return withoutConfig;
    if (running) return ok(`the server listens on ${running.addresses?.join(', ') ?? 'its addresses'}`);
    const named = ['rtmp.address', 'management.address', 'management.metrics_address'] as const;
    const places = [
      { key: 'server.port', host: config['server.host'], port: config['server.port'] },
      ...named.flatMap((key) => {
        const place = config[key] === undefined ? undefined : splitHostAndPort(config[key]);
        return place ? [{ key, ...place }] : [];
      }),
    ];
    for (const { key, host, port } of places) {
      const fault = await tryToListen(host, port);
      if (fault !== undefined)
        return failed(`${key} cannot be used: ${fault}`, 'end what has it, or give another address');
    }
    return ok(`${places.map(({ key }) => key).join(', ')} can be used; no server runs there`);
  },
};

function tryToListen(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (cause) => resolve(sentence(cause)));
    server.listen({ host, port }, () => server.close(() => resolve(undefined)));
  });
}

/** [SRT9] */
export const srtCheck: Check = {
  name: 'SRT',
  async run({ config, settings }: Patient) {
    if (!config) return withoutConfig;
    const found = await findFfmpeg(config['conversion.ffmpeg_path']);
    if (found && (await found.speaksSrt())) {
      const text = `ffmpeg ${found.version} receives streams by SRT`;
      return ok(settings?.srt?.enabled ? text : `${text}, once srt.enabled is set`);
    }
    const text = found ? `ffmpeg ${found.version} was built without libsrt` : 'ffmpeg and ffprobe do not run';
    if (!settings?.srt?.enabled) return skipped(`${text}, so streams cannot be sent by SRT; that is off`);
    return failed(
      `${text}, and srt.enabled is set`,
      'install an ffmpeg with libsrt, name it by conversion.ffmpeg_path, or set srt.enabled to false',
    );
  },
};

export const ffmpegCheck: Check = {
  name: 'ffmpeg',
  async run({ config }: Patient, signal) {
    if (!config) return withoutConfig;
    if (!config['conversion.enabled']) return ok('conversions are off');
    const found = await findFfmpeg(config['conversion.ffmpeg_path']);
    if (!found)
      return warning(
        'ffmpeg and ffprobe do not run, so films that browsers cannot play are not converted',
        'install ffmpeg 5.1 or newer, or name it by conversion.ffmpeg_path',
      );
    const [, major, minor] = /^n?(\d+)\.(\d+)/.exec(found.version) ?? [];
    const isOld = major !== undefined && (Number(major) < 5 || (Number(major) === 5 && Number(minor) < 1));
    if (isOld) return warning(`ffmpeg ${found.version} runs`, 'install 5.1 or newer');
    const wanted = config['conversion.encoder'];
    const parts = { ffmpeg: found, clock: systemClock, signal, devices: await listDevices() };
    const { encoder, refused } = await chooseEncoder(parts, wanted);
    const others = shownRefusals(refused);
    const text = `ffmpeg ${found.version} runs; pictures are coded by ${shownEncoder(encoder)}${others && ` (${others})`}`;
    return wanted === 'auto' || encoder.kind === wanted
      ? ok(text)
      : warning(text, 'let the server use the device and its driver, or set conversion.encoder to auto');
  },
};
