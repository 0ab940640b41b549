import { defineResource } from '../../../client/room/resource.ts';

/** When the room starts. */
export const schedule = defineResource({ observe: 'schedule', changed: 'schedule' });
