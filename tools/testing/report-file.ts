import { join } from 'node:path';
import { checkoutCache } from '../../testkit/src/cache.ts';

export const reportFile = join(checkoutCache, 'test-report.json');
