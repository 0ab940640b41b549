/** Kind of the events that tell a room when it starts. */
export const scheduleKind = 'schedule';
