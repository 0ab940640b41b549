import { Batcher } from '../../kernel/batcher.ts';
import { type Clock, nextTurn } from '../../kernel/clock.ts';

/**
 * A wave waits no longer than this for the wave before it, in milliseconds: one slow answer must not hold up others.
 */
const longestWaveMs = 20;
const maxWave = 500;
/**
 * After a wave of several people the next one gathers for at most this long, in milliseconds. A person who comes alone
 * is admitted at once. Without gathering, a room of a thousand takes 22 % more processor time to fill (`npm run bench
 * -- fanout`).
 */
const longestGatherMs = 5;

/**
 * When many people come at once (a film begins, a server was restarted), they are admitted in waves, so that their
 * database queries share statements. People who come during a wave form the next one, with all who arrive right after
 * them. Without waves, a room of a thousand takes 1.7 times as long to fill (`npm run bench -- fanout`).
 *
 * Gives the function that runs an admission, which must not reject. When no wave is under way, the admission runs at
 * once.
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

  /**
   * Waits for two turns of the event loop without an arrival, since a connection is accepted in one turn and read in
   * the next.
   */
  async function gather() {
    const latestMs = clock.nowMs() + longestGatherMs;
    let before: number;
    do {
      before = arrived;
      await nextTurn();
      await nextTurn();
    } while (arrived > before && clock.nowMs() < latestMs);
  }

  const waves = new Batcher(admit, {
    maxItems: maxWave,
    start: 'afterInput',
    rest: () => (wasCrowded ? gather() : undefined),
  });
  return (admission) => {
    arrived += 1;
    void waves.add(admission);
  };
}
