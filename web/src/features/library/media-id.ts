import type { Media } from '@matinee/contract/gen/api.ts';

/** By what lists tell items apart. */
export function mediaId({ id }: Media): string {
  return id;
}
