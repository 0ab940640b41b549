import { serverFrame } from '../frames.ts';

/** The server sends a heartbeat this often, in seconds. [RT15] */
export const HEARTBEAT_SECONDS = 25;

/** The first frame of a connection: tells the client its room, connection id and principal id. */
export function greeting(roomId: string, connectionId: string, principalId: string): Buffer {
  const value = { roomId, connectionId, principalId, heartbeatSeconds: HEARTBEAT_SECONDS };
  return serverFrame({ case: 'welcome', value });
}
