import type { SkippedParts } from '@matinee/contract/gen/api.ts';
import { useResource } from '../../../client/room/hooks.ts';
import type { RoomConnection } from '../../../client/room/room.ts';
import { skippedParts } from './resources.ts';

/** The parts of the item that plays; undefined: not known. */
export function useSkippedParts(room: RoomConnection): SkippedParts | undefined {
  return useResource(room, skippedParts)?.skipped_parts;
}
