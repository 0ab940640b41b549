import { type Clock, pause } from '../../kernel/clock.ts';
import { Gathering } from '../../kernel/gather.ts';

/** The next wave does not wait longer than this for the one before, in milliseconds: one slow answer must not hold up others. */
const longestWaveMs = 20;
const maxWave = 500;
/** After a wave of several the next one gathers for so long, in milliseconds. Who comes alone does not wait. */
const gatherMs = 2;

/**
 * When many people come at once (a film begins, a server was restarted), connections are admitted in waves: those who come while
 * others are being admitted are admitted together next, so that their questions to the database share statements. Gives the
 * function that runs an admission, which must not reject; at rest it runs at once.
 */
export function makeAdmissionWaves(clock: Clock): (admission: () => Promise<void>) => void {
  let wasCrowded = false;
  const waves = new Gathering<() => Promise<void>, void>(
    async (admissions) => {
      wasCrowded = admissions.length > 1;
      let cancel = () => {};
      const tooLong = new Promise<void>((resolve) => {
        cancel = clock.after(longestWaveMs, resolve);
      });
      await Promise.race([tooLong, Promise.all(admissions.map((admit) => admit()))]);
      cancel();
      return admissions.map(() => ({ value: undefined }));
    },
    { maxItems: maxWave, start: 'afterInput', rest: () => (wasCrowded ? pause(clock, gatherMs) : undefined) },
  );
  return (admission) => void waves.add(admission);
}
