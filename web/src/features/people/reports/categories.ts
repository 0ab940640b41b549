import type { ReportCategory } from '@matinee/contract/gen/api.ts';

/** Reasons in the order in which they are offered. */
export const categories: readonly ReportCategory[] = [
  'spam',
  'harassment',
  'hate',
  'sexual',
  'violence',
  'illegal',
  'other',
];
