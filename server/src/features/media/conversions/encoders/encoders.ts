import type { Ffmpeg } from '../../../../drivers/ffmpeg/ffmpeg.ts';
import type { Clock } from '../../../../kernel/clock.ts';
import type { Log } from '../../../../kernel/log.ts';
import { chooseEncoder, type EncoderChoice, type EncoderSetting, shownRefusals } from './choose-encoder.ts';
import { type Encoder, shownEncoder, software } from './encoder.ts';

/** Hardware that has failed is left alone for so long, in milliseconds. */
const distrustedMs = 10 * 60_000;

/** Which encoder makes the pictures of this process. */
export interface Encoders {
  /** The one to use now. The first time, encoders are tried. */
  current(ffmpeg: Ffmpeg): Promise<Encoder>;
  /** Software takes over for ten minutes, as this one has failed in a film. [CV15] */
  distrust(encoder: Encoder, complaint: string): void;
  /** It was not at fault: software fails at the same place. */
  trust(): void;
  /** Ends trials. */
  stop(): void;
}

interface EncodersParts {
  readonly wanted: EncoderSetting;
  readonly listDevices: () => Promise<readonly string[]>;
  readonly clock: Clock;
  readonly log: Log;
}

export function makeEncoders({ wanted, listDevices, clock, log }: EncodersParts): Encoders {
  const ending = new AbortController();
  let choice: Promise<Encoder> | undefined;
  let distrustedUntilMs = 0;

  async function choose(ffmpeg: Ffmpeg): Promise<Encoder> {
    const parts = { ffmpeg, clock, signal: ending.signal, devices: await listDevices() };
    const chosen = await chooseEncoder(parts, wanted);
    if (!ending.signal.aborted) tell(chosen);
    return chosen.encoder;
  }

  function tell({ encoder, refused }: EncoderChoice): void {
    const facts = { encoder: shownEncoder(encoder), refused: shownRefusals(refused) };
    if (wanted === 'auto' || encoder.kind === wanted) log.info(facts, 'the encoder of converted pictures is chosen');
    else log.warn(facts, `conversion.encoder is ${wanted}, which does not work here: software codes pictures`);
  }

  return {
    async current(ffmpeg) {
      choice ??= choose(ffmpeg);
      const encoder = await choice;
      return clock.nowMs() < distrustedUntilMs ? software : encoder;
    },
    distrust(encoder, complaint) {
      distrustedUntilMs = clock.nowMs() + distrustedMs;
      const minutes = distrustedMs / 60_000;
      log.warn(
        { encoder: shownEncoder(encoder), complaint },
        `an encoder failed in the middle of a film: software goes on, for ${minutes} minutes in all films`,
      );
    },
    trust() {
      distrustedUntilMs = 0;
    },
    stop: () => ending.abort(),
  };
}
