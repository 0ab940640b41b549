import { defineResource } from '../../../client/room/resource.ts';

/** Openings, recaps and credits of what plays. */
export const skippedParts = defineResource({ observe: 'skippedParts', changed: 'skippedParts' });
