import type { ClientMessage, ServerMessage } from '@matinee/contract/gen/api.ts';
import { ApiError } from '../calls/api-error.ts';
import { makeId, type Outgoing } from './connection.ts';
import { namesRoom } from './frames.ts';

/** Commands name their room or, if they concern only the connection, their operation. */
type CommandName = {
  [K in keyof ClientMessage]-?: 'room_id' | 'client_operation_id' extends infer Name
    ? Name extends keyof NonNullable<ClientMessage[K]>
      ? K
      : never
    : never;
}[keyof ClientMessage];

/**
 * An action of the person in the room, sent over the socket: a request of the contract. `room_id`, if it has one, is
 * filled in.
 */
export type RoomCommand = {
  [K in CommandName]: { readonly [C in K]: Partial<NonNullable<ClientMessage[K]>> };
}[CommandName];

/** How a command is sent. */
export interface CommandOptions {
  /**
   * The operation id, for a request that contains it too; absent: a new one. No other waiting command may have the same
   * id.
   */
  readonly id?: string;
  /** True: waits for its answer as long as the connection stands, instead of `commandTimeoutMs`. */
  readonly isPatient?: boolean;
}

/** Longest wait for the answer to a command, in milliseconds. */
export const commandTimeoutMs = 10_000;

/** The commands that wait for their answer. */
export interface Commands {
  /**
   * Resolves when the server has carried out the command. @throws ApiError with the server's reason, or `offline`,
   * `connection_lost`, `timeout` or `closed`.
   */
  run(command: RoomCommand, options?: CommandOptions): Promise<void>;
  read(message: ServerMessage): void;
  /** The connection is lost. It is unknown whether the server carried out the waiting commands. */
  lose(): void;
  /** The page leaves the room. */
  close(): void;
}

/** Makes the commands of a room. */
export function makeCommands(roomId: string, send: (message: Outgoing) => boolean): Commands {
  const pending = new Map<string, (error?: ApiError) => void>();

  function finish(operationId: string | undefined, error?: ApiError): void {
    if (operationId === undefined) return;
    const done = pending.get(operationId);
    pending.delete(operationId);
    done?.(error);
  }

  function finishAll(code: string, message: string): void {
    for (const id of [...pending.keys()]) finish(id, failure(code, message));
  }

  return {
    run(command, { id = makeId(), isPatient = false } = {}) {
      return new Promise((resolve, reject) => {
        let timer: ReturnType<typeof setTimeout> | undefined;
        pending.set(id, (error) => {
          clearTimeout(timer);
          if (error) reject(error);
          else resolve();
        });
        const isSent = send({ ...inRoom(command, roomId), client_operation_id: id });
        if (!isSent) finish(id, failure('offline', 'Not connected.'));
        else if (!isPatient) {
          timer = setTimeout(() => finish(id, failure('timeout', 'The server did not answer.')), commandTimeoutMs);
        }
      });
    },
    read({ command_done: done, error }) {
      if (done) finish(done.client_operation_id);
      if (error) finish(error.client_operation_id, serverFailure(error));
    },
    lose: () => finishAll('connection_lost', 'The connection was lost.'),
    close: () => finishAll('closed', 'The room was left.'),
  };
}

function inRoom(command: RoomCommand, roomId: string): Outgoing {
  return Object.fromEntries(
    Object.entries(command).map(([name, request]) => [
      name,
      namesRoom(name) ? { ...request, room_id: roomId } : request,
    ]),
  );
}

function failure(code: string, message: string): ApiError {
  return new ApiError({ status: 0, code, message, requestId: '' });
}

function serverFailure(error: NonNullable<ServerMessage['error']>): ApiError {
  const { code, message, retry_after_seconds: retryAfterSeconds, violations } = error;
  // A socket has no HTTP status. 409 means a refusal, with its reason in `code`.
  return new ApiError({
    status: retryAfterSeconds === undefined ? 409 : 429,
    code,
    message,
    requestId: '',
    details: { violations },
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
}
