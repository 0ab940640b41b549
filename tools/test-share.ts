/** `npm run test-share`: how many lines of tests there are for each line of code. */
import { fileURLToPath } from 'node:url';
import { testShares } from './checks/test-share.ts';

for (const { workspace, tests, code, mark } of testShares(fileURLToPath(new URL('..', import.meta.url))))
  process.stdout.write(
    `${workspace} tests=${tests} code=${code} share=${(tests / code).toFixed(2)} wanted=${mark}${tests < mark * code ? ' UNDER' : ''}\n`,
  );
