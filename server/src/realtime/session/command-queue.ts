import type { Message } from '@bufbuild/protobuf';
import { reflect } from '@bufbuild/protobuf/reflect';
import type { RoomConnection } from '../../kernel/call.ts';
import type { OpeningCall, RealtimeContext } from '../context.ts';
import { serverFrame } from '../frames.ts';
import { realtimeErrors } from '../realtime.errors.ts';
import type { CommandKind } from './command-table.ts';

/** A request that arrived as a frame. */
export interface Command {
  readonly kind: CommandKind;
  readonly message: Message;
  readonly clientOperationId: string | undefined;
}

/** The session that sends the commands, as its queue sees it. */
export interface Commander extends RoomConnection {
  readonly call: OpeningCall;
  sendError(error: unknown, clientOperationId?: string): void;
}

/** Runs the commands of one session through the call pipeline, sequentially, in order of arrival. [RT11] */
export class CommandQueue {
  readonly #commander: Commander;
  readonly #context: RealtimeContext;
  readonly #waiting: Command[] = [];
  #abort: AbortController | undefined;
  #isRunning = false;
  #count = 0;

  constructor(commander: Commander, context: RealtimeContext) {
    this.#commander = commander;
    this.#context = context;
  }

  /** Runs `command` after the earlier ones; refuses it if too many are waiting. */
  add(command: Command): void {
    const clientOperationId = nameOperation(command);
    if (this.#waiting.length >= this.#context.limits.queuedCommands) {
      this.#commander.sendError(realtimeErrors.too_many_commands(), clientOperationId);
      return;
    }
    this.#waiting.push({ ...command, clientOperationId });
    if (!this.#isRunning) void this.#run();
  }

  /** Drops the waiting commands and aborts the running one, because the session has ended. */
  end(): void {
    this.#waiting.length = 0;
    this.#abort?.abort();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      const { clientOperationId } = next;
      try {
        await this.#call(next);
        if (clientOperationId === undefined) continue;
        this.#commander.send(serverFrame({ case: 'commandDone', value: { clientOperationId } }));
      } catch (error) {
        this.#commander.sendError(error, clientOperationId);
      }
    }
    this.#isRunning = false;
  }

  #call({ kind, message }: Command): Promise<unknown> {
    const { call, connectionId } = this.#commander;
    this.#abort ??= new AbortController();
    this.#count += 1;
    return this.#context.wiring().pipeline.unary(kind.method, {
      message,
      bearer: undefined,
      principal: call.principal,
      connection: this.#commander,
      roomId: call.room.roomId,
      requestId: `${connectionId}-${this.#count}`,
      transport: call.transport,
      address: call.address,
      userAgent: call.userAgent,
      signal: this.#abort.signal,
    });
  }
}

/**
 * Copies the frame's operation id into the request, if the request has such a field and it is empty.
 * @returns the id that the answer repeats: the frame's, or else the request's.
 */
function nameOperation({ kind: { method, operationField }, message, clientOperationId }: Command): string | undefined {
  if (operationField === undefined) return clientOperationId;
  const request = reflect(method.input, message, false);
  const named = request.isSet(operationField) ? (request.get(operationField) as string) : '';
  if (clientOperationId === undefined) return named === '' ? undefined : named;
  if (named === '') request.set(operationField, clientOperationId);
  return clientOperationId;
}
