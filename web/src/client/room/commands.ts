import type { SendChatMessageRequest, ServerMessage, UpdatePlaybackStateRequest } from '@matinee/contract/gen/api.ts';
import { ApiError } from '../calls/api-error.ts';
import { makeId, type Outgoing } from './connection.ts';

/** What a person does to a room over its socket. `room_id` and the operation id are filled in. */
export type RoomCommand =
  | { readonly update_playback_state: Partial<UpdatePlaybackStateRequest> }
  | { readonly send_chat_message: Partial<SendChatMessageRequest> & Pick<SendChatMessageRequest, 'content'> };

/** Longest wait for the answer to a command, in milliseconds; chat waits as long as the connection is away. */
export const commandTimeoutMs = 10_000;

/** The commands that wait for their answer. */
export interface Commands {
  /** Resolves when it took effect. @throws ApiError with the reason of the server, or with `offline`, `connection_lost`, `timeout` or `closed`. */
  run(command: RoomCommand): Promise<void>;
  read(message: ServerMessage): void;
  /** Sends the chat messages that waited for a connection, and those whose answer was lost with the last one. */
  resume(): void;
  /** Playback commands are given up: what they meant may be over when the connection is back. */
  lose(): void;
  close(): void;
}

interface Pending {
  readonly message: Outgoing;
  readonly isChat: boolean;
  readonly done: (error?: ApiError) => void;
}

/** Makes the commands of a room. */
export function makeCommands(roomId: string, send: (message: Outgoing) => boolean): Commands {
  const pending = new Map<string, Pending>();

  function finish(operationId: string | undefined, error?: ApiError): void {
    if (operationId === undefined) return;
    const entry = pending.get(operationId);
    pending.delete(operationId);
    entry?.done(error);
  }

  function run(command: RoomCommand): Promise<void> {
    const isChat = 'send_chat_message' in command;
    // The same message sent again keeps its id, so that the server knows it (SendChatMessageRequest.client_message_id).
    const operationId = (isChat ? command.send_chat_message.client_message_id : undefined) ?? makeId();
    const message = { ...fill(command, roomId, operationId), client_operation_id: operationId };
    return new Promise((resolve, reject) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const done = (error?: ApiError) => {
        clearTimeout(timer);
        if (error) reject(error);
        else resolve();
      };
      pending.get(operationId)?.done(failure('superseded', 'Sent again.'));
      pending.set(operationId, { message, isChat, done });
      if (send(message) === false && !isChat) return finish(operationId, failure('offline', 'Not connected.'));
      if (isChat) return;
      timer = setTimeout(() => finish(operationId, failure('timeout', 'The server did not answer.')), commandTimeoutMs);
    });
  }

  return {
    run,
    read(message) {
      if (message.command_done) finish(message.command_done.client_operation_id);
      const { error } = message;
      if (error) finish(error.client_operation_id, serverFailure(error));
      // A message may come back to its sender on another path than the answer, when the connection changed in between.
      finish(message.resourceChanged?.chatEvent?.message?.client_message_id);
    },
    resume() {
      for (const { message, isChat } of pending.values()) if (isChat) send(message);
    },
    lose() {
      for (const [id, { isChat }] of pending)
        if (!isChat) finish(id, failure('connection_lost', 'The connection was lost.'));
    },
    close() {
      for (const id of [...pending.keys()]) finish(id, failure('closed', 'The room was left.'));
    },
  };
}

function fill(command: RoomCommand, roomId: string, operationId: string): Outgoing {
  if ('send_chat_message' in command) {
    return { send_chat_message: { client_message_id: operationId, ...command.send_chat_message, room_id: roomId } };
  }
  return {
    update_playback_state: { ...command.update_playback_state, room_id: roomId, client_operation_id: operationId },
  };
}

function failure(code: string, message: string): ApiError {
  return new ApiError({ status: 0, code, message, requestId: '' });
}

function serverFailure(error: NonNullable<ServerMessage['error']>): ApiError {
  const { code, message, retry_after_seconds: retryAfterSeconds } = error;
  // The socket has no HTTP status; 409 stands for a refusal whose reason is in `code`.
  return new ApiError({
    status: retryAfterSeconds === undefined ? 409 : 429,
    code,
    message,
    requestId: '',
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
}
