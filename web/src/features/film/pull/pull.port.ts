import type { LiveStream, StreamPull } from '@matinee/contract/gen/api.ts';
import { lazily } from '../../../ui/lazily.tsx';

/** Takes the place of the film while the source of a pulled stream gives nothing. */
export const PullCard = lazily(() => import('./pull-card.tsx').then((module) => module.PullCard));

/** What the source of a pulled stream does; undefined: it is on the air, or nobody watches it yet. Pure. [WPL1] */
export function waitingPull(stream: LiveStream | undefined): StreamPull | undefined {
  const pull = stream?.pull;
  return pull && pull.state !== 'on_air' ? pull : undefined;
}
