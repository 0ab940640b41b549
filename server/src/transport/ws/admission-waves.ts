import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '../../kernel/clock.ts';
import { Gathering } from '../../kernel/gather.ts';

/** The next wave does not wait longer than this for the one before, in milliseconds: one slow answer must not hold up others. */
const longestWaveMs = 20;
const maxWave = 500;
/** After a wave of several the next one gathers for so long at most, in milliseconds. Who comes alone does not wait. */
const longestGatherMs = 5;

/**
 * When many people come at once (a film begins, a server was restarted), connections are admitted in waves: those who come while
 * others are being admitted are admitted together next, with all who arrive without a break after them, so that their questions to
 * the database share statements. Gives the function that runs an admission, which must not reject; at rest it runs at once.
 */
export function makeAdmissionWaves(clock: Clock): (admission: () => Promise<void>) => void {
  let arrived = 0;
  let wasCrowded = false;

  async function admit(admissions: readonly (() => Promise<void>)[]) {
    wasCrowded = admissions.length > 1;
    let cancel = () => {};
    const tooLong = new Promise<void>((resolve) => {
      cancel = clock.after(longestWaveMs, resolve);
    });
    await Promise.race([tooLong, Promise.all(admissions.map((run) => run()))]);
    cancel();
    return admissions.map(() => ({ value: undefined }));
  }

  /** Until nobody arrives for two turns of the event loop: a connection is accepted in one and read in the next. */
  async function gather() {
    const latestMs = clock.nowMs() + longestGatherMs;
    let before: number;
    do {
      before = arrived;
      await turn();
      await turn();
    } while (arrived > before && clock.nowMs() < latestMs);
  }

  const waves = new Gathering(admit, {
    maxItems: maxWave,
    start: 'afterInput',
    rest: () => (wasCrowded ? gather() : undefined),
  });
  return (admission) => {
    arrived += 1;
    void waves.add(admission);
  };
}
