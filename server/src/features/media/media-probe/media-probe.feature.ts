import type { Feature } from '../../feature.ts';
import type { MediaProbe } from './media-probe.port.ts';
import { makeProbe, type ProbeParts } from './media-probe.service.ts';

interface Parts extends ProbeParts {
  /** False: no film is read. */
  readonly isEnabled: boolean;
  readonly metrics: { counter(name: string, help: string, read: () => number): void };
}

export function mediaProbeFeature(parts: Parts): Feature & { readonly probe: MediaProbe } {
  const { metrics, isEnabled } = parts;
  const probe = makeProbe(parts);
  metrics.counter('matinee_films_read_total', 'Films about which something was found out.', () => probe.figures.found);
  metrics.counter(
    'matinee_films_unread_total',
    'Films about which nothing could be found out.',
    () => probe.figures.failed,
  );
  const asked: MediaProbe = isEnabled ? probe : { request: () => undefined };
  return {
    name: 'media-probe',
    tables: ['media_facts'],
    reads: ['media'],
    probe: asked,
    parts: [{ name: 'reading of films', stop: () => probe.stop() }],
  };
}
