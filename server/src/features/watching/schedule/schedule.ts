/** Kind of the events about a room's start. */
export const scheduleKind = 'schedule';
