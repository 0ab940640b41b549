/** The pasts of the streams that this process takes, within the space that they have together. [LS70] [LS71] */
import { mkdir, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Clock } from '../../../../kernel/clock.ts';
import type { Log } from '../../../../kernel/log.ts';
import type { SettingValues } from '../../../../kernel/settings/settings.ts';
import { lengthOf } from '../hls/segment-bytes.ts';
import type { streamSettings } from '../streams.settings.ts';
import { DiskPast } from './disk-past.ts';

export interface PastsParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: Pick<SettingValues<typeof streamSettings>, 'dvrMinutes' | 'maxDvrMegabytes'>;
  /** Where this process alone keeps them. */
  readonly pastFolder: string;
  /** The share of the space that this process has, from 0 to 1. */
  readonly pastShare: number;
  readonly writePast?: (path: string, pieces: readonly Buffer[]) => Promise<void>;
}

const megabyte = 1_000_000;
/** As long as an ended stream can still be read as HLS, in milliseconds. */
const keptMs = 60_000;

export class Pasts {
  readonly #parts: PastsParts;
  readonly #pasts = new Set<DiskPast>();
  /** Those of streams that are over, and since when. */
  readonly #ended = new Map<DiskPast, number>();

  constructor(parts: PastsParts) {
    this.#parts = parts;
  }

  get bytes(): number {
    return [...this.#pasts].reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Deletes what a killed process left: its streams are over. */
  async start(): Promise<void> {
    await rm(this.#parts.pastFolder, { recursive: true, force: true });
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#pasts].map((past) => past.erase()));
  }

  begin(generationId: string): DiskPast {
    const { clock, log, settings, pastFolder, writePast = writeAt } = this.#parts;
    const past: DiskPast = new DiskPast({
      clock,
      folder: join(pastFolder, generationId),
      mostSeconds: () => settings.dvrMinutes * 60,
      write: writePast,
      onAdded: () => this.#keepWithin(),
      onFault: (err) => log.warn({ err, generationId }, 'the past of a live stream becomes shorter'),
    });
    this.#pasts.add(past);
    return past;
  }

  /** The stream is over. Viewers who are behind still see the end of it. */
  end(past: DiskPast): void {
    this.#ended.set(past, this.#parts.clock.nowMs());
  }

  /** Called at intervals: erases what is over, and applies settings that have changed. */
  beat(): void {
    const oldestMs = this.#parts.clock.nowMs() - keptMs;
    for (const [past, endedMs] of this.#ended) if (endedMs <= oldestMs) void this.#erase(past);
    for (const past of this.#pasts) past.trim();
    this.#keepWithin();
  }

  async #erase(past: DiskPast): Promise<void> {
    this.#ended.delete(past);
    this.#pasts.delete(past);
    await past.erase();
  }

  /** The largest one gives way. [LS71] */
  #keepWithin(): void {
    const { settings, pastShare } = this.#parts;
    const most = settings.maxDvrMegabytes * megabyte * pastShare;
    while (this.bytes > most) {
      const [largest] = [...this.#pasts].sort((a, b) => b.bytes - a.bytes);
      if (!largest?.giveWay()) return;
    }
  }
}

/** Nobody else on this machine can read what people showed. */
async function writeAt(path: string, pieces: readonly Buffer[]): Promise<void> {
  const file = await open(path, 'w', 0o600).catch(async (cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ENOENT') throw cause;
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    return open(path, 'w', 0o600);
  });
  try {
    const { bytesWritten } = await file.writev(pieces);
    if (bytesWritten < lengthOf(pieces)) throw new Error('the disk took a part of a segment alone');
  } finally {
    await file.close();
  }
}
