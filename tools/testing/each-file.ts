/** Runs in each file of tests, after all of its tests. */
import { afterAll } from 'vitest';
import { dropDatabases } from '../../testkit/src/postgres.ts';

afterAll(dropDatabases);
