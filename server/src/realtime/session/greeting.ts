import { serverFrame } from '../frames.ts';

/** The server says that it is alive this often, in seconds; a connection silent for 60 s is dead. [RT15] */
export const HEARTBEAT_SECONDS = 25;

/** The first frame of a connection: tells the client who and where it is. */
export function greeting(roomId: string, connectionId: string, principalId: string): Buffer {
  const value = { roomId, connectionId, principalId, heartbeatSeconds: HEARTBEAT_SECONDS };
  return serverFrame({ case: 'welcome', value });
}
