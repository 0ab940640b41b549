import { expect, test } from 'vitest';
import { makeMuteReport } from './mute-report.ts';

/** A report to a server that answers when the test says so. */
function makeWorld() {
  const told: unknown[] = [];
  const answers: { readonly resolve: () => void; readonly reject: (cause: Error) => void }[] = [];
  const report = makeMuteReport((command) => {
    told.push('webrtc_voice_join' in command && command.webrtc_voice_join.muted);
    return new Promise<void>((resolve, reject) => answers.push({ resolve, reject }));
  });
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    report,
    told,
    accept: () => {
      answers.shift()!.resolve();
      return settle();
    },
    refuse: () => {
      answers.shift()!.reject(new Error('lost'));
      return settle();
    },
  };
}

test('[WVO24] what the server knows already is not told, and a change is', async () => {
  const { report, told, accept } = makeWorld();
  report.begin(true);
  report.tell(true);
  expect(told).toEqual([]);
  report.tell(false);
  expect(told).toEqual([false]);
  await accept();
  report.tell(false);
  expect(told).toEqual([false]);
});

test('[WVO24] several quick presses are one report, of where they ended', async () => {
  const { report, told, accept } = makeWorld();
  report.begin(false);
  for (const isSilent of [true, false, true, false, true]) report.tell(isSilent);
  await accept();
  expect(told).toEqual([true]);
  report.tell(false);
  report.tell(true);
  report.tell(false);
  await accept();
  expect(told).toEqual([true, false]);
});

test('[WVO24] what changed while a report was on its way is told after it', async () => {
  const { report, told, accept } = makeWorld();
  report.begin(false);
  report.tell(true);
  report.tell(false);
  expect(told).toEqual([true]);
  await accept();
  expect(told).toEqual([true, false]);
});

test('[WVO24] a report that was lost is tried again with the next change, not by itself', async () => {
  const { report, told, refuse, accept } = makeWorld();
  report.begin(false);
  report.tell(true);
  await refuse();
  expect(told).toEqual([true]);
  report.tell(true);
  await accept();
  expect(told).toEqual([true, true]);
});

test('[WVO24] nobody without a place reports, and an earlier stay does not report for the next', async () => {
  const { report, told, accept } = makeWorld();
  report.tell(true);
  report.begin(false);
  report.tell(true);
  report.tell(false);
  report.end();
  report.tell(true);
  report.begin(true);
  await accept();
  expect(told).toEqual([true]);
  report.tell(false);
  expect(told).toEqual([true, false]);
});
