import fc from 'fast-check';
import { expect, test } from 'vitest';
import { systemRandom } from '../../../kernel/random.ts';
import { suggestUsername } from './usernames.ts';

const suggest = (...names: string[]) => suggestUsername(names, 0, systemRandom);

test.each([
  [['anna'], 'anna'],
  [['Anna Schmidt'], 'Anna_Schmidt'],
  [['李小龙'], '李小龙'],
  [['  -- Ünï·cødé --  '], 'Ünï_cødé'],
  [['Ａｎｎａ'], 'Anna'],
  [['anna@example.org', 'Anna'], 'Anna'],
  [['李', 'Bruce'], 'Bruce'],
  [['<script>alert(1)</script>'], 'script_alert_1_script'],
  [[], 'user'],
  [['🎬🎬🎬'], 'user'],
  [['anna@example.org'], 'user'],
  [['Admin', 'anna'], 'anna'],
  [['root'], 'user'],
  [[`${'x'.repeat(49)} y`], 'x'.repeat(49)],
])('[OA16] %j makes the username %s', (names, username) => {
  expect(suggest(...names)).toBe(username);
});

test('[OA16] whatever a provider says makes a valid username, and a new one at each attempt', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), fc.integer({ min: 0, max: 3 }), (names, attempt) => {
      expect(suggestUsername(names, attempt, systemRandom)).toMatch(/^[\p{L}\p{N}_-]{3,50}$/u);
    }),
  );
  const long = suggestUsername(['x'.repeat(80)], 1, systemRandom);
  expect(long).toMatch(/^x{44}_[0-9]{5}$/);
});
