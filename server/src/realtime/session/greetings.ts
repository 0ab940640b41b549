import { serverFrame } from '../frames.ts';

/** The server says that it is alive this often, in seconds; a connection silent for 60 s is dead. [RT15] */
export const HEARTBEAT_SECONDS = 25;

interface Template {
  readonly frame: Buffer;
  readonly connectionId: string;
  readonly connectionAt: number;
  readonly principalId: string;
  readonly principalAt: number;
}

/**
 * The first frames of a room's connections. They differ by two ids, which mostly are as long as those of the frame before: then
 * only these are written anew. When a thousand people come at once this is a twentieth of the work.
 */
export class Greetings {
  readonly #roomId: string;
  #template: Template | undefined;

  constructor(roomId: string) {
    this.#roomId = roomId;
  }

  frame(connectionId: string, principalId: string): Buffer {
    const known = this.#template;
    if (known?.connectionId.length !== connectionId.length || known.principalId.length !== principalId.length) {
      this.#template = this.#make(connectionId, principalId);
      return this.#template.frame;
    }
    const frame = Buffer.from(known.frame);
    frame.write(connectionId, known.connectionAt, 'latin1');
    frame.write(principalId, known.principalAt, 'latin1');
    return frame;
  }

  #make(connectionId: string, principalId: string): Template {
    const value = { roomId: this.#roomId, connectionId, principalId, heartbeatSeconds: HEARTBEAT_SECONDS };
    const frame = serverFrame({ case: 'welcome', value });
    const [connectionAt, principalAt] = [frame.indexOf(connectionId), frame.indexOf(principalId)];
    return { frame, connectionId, connectionAt, principalId, principalAt };
  }
}
