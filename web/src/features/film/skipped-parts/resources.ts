import { defineResource } from '../../../client/room/resource.ts';

/** The openings, recaps and credits of the item that plays. */
export const skippedParts = defineResource({ observe: 'skippedParts', changed: 'skippedParts' });
