/** The addresses of this process at which encoders send by SRT: each has a port and an ffmpeg. [SRT3] [SRT4] [SRT6] */
import type { Ffmpeg, FfmpegFinder } from '../../../drivers/ffmpeg/ffmpeg.ts';
import { readPorts } from '../../../kernel/settings/port-range.ts';
import type { SettingValues } from '../../../kernel/settings/settings.ts';
import type { SrtFaultName } from '../streams/srt-faults.ts';
import { findFreePort } from './free-port.ts';
import { srtErrors } from './srt.errors.ts';
import type { srtSettings } from './srt.settings.ts';
import { SrtListener, type SrtListenerParts, type SrtPlace } from './srt-listener.ts';

export interface SrtListenersParts extends Omit<SrtListenerParts, 'ffmpeg'> {
  readonly ffmpeg: FfmpegFinder;
  readonly settings: SettingValues<typeof srtSettings>;
  /** IP address of this machine on which encoders are waited for. */
  readonly host: string;
  readonly graceMs: () => number;
}

/** A port that nobody else gets, until it is given back. */
interface OwnPort {
  readonly port: number;
  giveBack(): void;
}

export class SrtListeners {
  readonly #parts: SrtListenersParts;
  readonly #open = new Set<SrtListener>();
  readonly #ports = new Set<number>();
  /** One port is looked for after the other, or two would find the same. */
  #finding: Promise<unknown> = Promise.resolve();
  #isStopped = false;

  constructor(parts: SrtListenersParts) {
    this.#parts = parts;
  }

  get count(): number {
    return this.#open.size;
  }

  /** Why what somebody sends to an item by SRT is not on the air, as far as this process knows. */
  faultOf(mediaId: string): SrtFaultName | undefined {
    return this.#of(mediaId).find(({ fault }) => fault)?.fault;
  }

  /**
   * Waits for an encoder that sends to an item, with the key that `makeKey` makes. An earlier address of the item at
   * which nobody sends is gone. @throws AppError of `srt`, or what `makeKey` throws
   */
  async open<Made extends { readonly publishKey: string }>(
    item: Pick<SrtPlace, 'roomId' | 'mediaId'>,
    makeKey: () => Promise<Made>,
  ): Promise<{ readonly place: SrtPlace; readonly made: Made }> {
    const { settings, host, graceMs } = this.#parts;
    const ffmpeg = await this.#findFfmpeg();
    await Promise.all(this.#of(item.mediaId).map(async (earlier) => earlier.isSending || earlier.end('ended')));
    const { port, giveBack } = await this.#takePort();
    try {
      const made = await makeKey();
      if (this.#isStopped) throw srtErrors.too_many({ retryAfterSeconds: 10 });
      const times = { latencyMs: settings.latencyMs, waitMs: settings.waitSeconds * 1_000, graceMs: graceMs() };
      const listener: SrtListener = new SrtListener(
        { ...this.#parts, ffmpeg },
        { ...item, ...times, key: made.publishKey, host, port },
        () => {
          this.#open.delete(listener);
          giveBack();
        },
      );
      this.#open.add(listener);
      return { place: listener.place, made };
    } catch (cause) {
      giveBack();
      throw cause;
    }
  }

  /** Called at intervals. */
  async look(): Promise<void> {
    const isOn = this.#parts.settings.enabled;
    await Promise.all([...this.#open].map((listener) => (isOn ? listener.look() : listener.end('ended'))));
  }

  /** The process stops. Encoders may go on at another one, which needs another address. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all([...this.#open].map((listener) => listener.end('broken')));
  }

  #of(mediaId: string): SrtListener[] {
    return [...this.#open].filter(({ place }) => place.mediaId === mediaId);
  }

  /** @throws AppError `srt.switched_off`, `srt.no_ffmpeg` */
  async #findFfmpeg(): Promise<Ffmpeg> {
    const { settings, ffmpeg } = this.#parts;
    if (!settings.enabled) throw srtErrors.switched_off();
    const found = await ffmpeg.look();
    if (!found || !(await found.speaksSrt())) throw srtErrors.no_ffmpeg();
    return found;
  }

  /** @throws AppError `srt.too_many`, `srt.no_port` */
  #takePort(): Promise<OwnPort> {
    const taking = this.#finding.then(async () => {
      const { settings, host } = this.#parts;
      if (this.#ports.size >= settings.maxStreams) throw srtErrors.too_many({ retryAfterSeconds: 60 });
      const range = readPorts(settings.udpPorts);
      const port = range && (await findFreePort(host, range, this.#ports));
      if (port === undefined) throw srtErrors.no_port({ retryAfterSeconds: 60 });
      this.#ports.add(port);
      return { port, giveBack: () => void this.#ports.delete(port) };
    });
    this.#finding = taking.catch(() => undefined);
    return taking;
  }
}
