import { defineResource } from '../../../client/room/resource.ts';

/** Which files of members can be read now. [WMF3] */
export const memberFiles = defineResource({ observe: 'memberFiles', changed: 'memberFiles' });
