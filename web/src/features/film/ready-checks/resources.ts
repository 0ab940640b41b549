import { defineResource } from '../../../client/room/resource.ts';

/** Who is ready. Without a check nobody is asked. [WRY1] */
export const readyCheck = defineResource({ observe: 'readyCheck', changed: 'readyCheck' });
