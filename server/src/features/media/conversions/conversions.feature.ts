import { availableParallelism } from 'node:os';
import type { FfmpegFinder } from '../../../drivers/ffmpeg/ffmpeg.ts';
import type { Feature } from '../../feature.ts';
import type { WatchGate } from '../proxy/proxy.port.ts';
import { conversionRoutes, type WhereIs } from './conversions.routes.ts';
import { makeConversions, type ServiceParts } from './conversions.service.ts';
import { type EncoderSetting, listDevices } from './encoders/choose-encoder.ts';
import { makeEncoders } from './encoders/encoders.ts';
import { makePlaces } from './running/places.ts';
import type { RunEnd } from './running/rendition-maker.ts';
import { makeSegmentStore } from './running/segment-store.ts';

export interface Parts extends Omit<ServiceParts, 'store' | 'places' | 'encoders' | 'onEnded'> {
  readonly config: ConversionConfig;
  readonly ffmpeg: FfmpegFinder;
  readonly gate: WatchGate;
  readonly whereIs: WhereIs;
  readonly metrics: {
    gauge(name: string, help: string, read: () => number): void;
    counts(name: string, help: string, labels: readonly string[]): (values: Readonly<Record<string, string>>) => void;
  };
}

export interface ConversionConfig {
  readonly isEnabled: boolean;
  /** The folder of the segments, and most bytes in it. */
  readonly folder: string;
  readonly maxBytes: number;
  /** Most films whose picture is coded at a time; undefined: by the cores of the machine. */
  readonly maxPictures: number | undefined;
  readonly encoder: EncoderSetting;
  /** Processes of this machine that convert films. */
  readonly processes: number;
}

/** Converts films for players that cannot play them as they are, by ffmpeg. */
export function conversionsFeature(parts: Parts): Feature {
  const { config, ffmpeg, gate, whereIs, clock, log, metrics } = parts;
  const heavy = config.maxPictures ?? Math.max(1, Math.floor(availableParallelism() / 2 / config.processes));
  const places = makePlaces(clock, { heavy, light: 8 * heavy });
  const encoders = makeEncoders({ wanted: config.encoder, listDevices, clock, log });
  const store = makeSegmentStore(config.folder, config.maxBytes);
  const countEnd = metrics.counts(
    'matinee_conversions_ended_total',
    'Processes of ffmpeg that ended: completed, unneeded, no_place or failed.',
    ['reason'],
  );
  const onEnded = (reason: RunEnd) => countEnd({ reason });
  const conversions = makeConversions({ ...parts, store, places, encoders, onEnded });
  let looking = Promise.resolve();
  let end = () => {};
  metrics.gauge('matinee_conversion_processes', 'Processes of ffmpeg that convert films now.', () => places.taken);
  metrics.gauge('matinee_conversions_waiting', 'Conversions that wait for a place.', () => places.waiting);
  metrics.gauge(
    'matinee_converted_films',
    'Films that are being converted, or were in the last minutes.',
    () => conversions.films,
  );
  metrics.gauge('matinee_conversion_bytes', 'Bytes of converted segments on disk.', () => store.bytes);
  return {
    name: 'conversions',
    byteRoutes: conversionRoutes({
      ...{ gate, conversions, whereIs },
      ffmpeg: () => (config.isEnabled ? ffmpeg.found : undefined),
    }),
    parts: [
      {
        name: 'conversions',
        start: async () => {
          if (!config.isEnabled) return;
          await store.clear();
          // The start does not wait for another program.
          looking = ffmpeg.look().then(async (found) => {
            if (!found) return log.warn('no ffmpeg runs here: films that a browser cannot play are not converted');
            log.info({ version: found.version }, 'films are converted by ffmpeg');
            await encoders.current(found);
          });
          end = conversions.watch();
        },
        stop: async () => {
          end();
          encoders.stop();
          await looking;
          conversions.stop();
        },
      },
    ],
  };
}
