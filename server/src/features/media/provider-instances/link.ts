import type { DescMessage, DescMethodUnary, MessageInitShape, MessageShape } from '@bufbuild/protobuf';
import type { Kind } from '@matinee/contract/gen/service/provider/backend/backend_pb.ts';
import { ProviderBackendService } from '@matinee/contract/gen/service/provider/backend/provider_backend_service_pb.ts';
import { ProviderInstanceFault as Fault } from '@matinee/contract/gen/service/provider/provider_instances_pb.ts';
import type { Channel } from '../../../drivers/grpc-client/channel.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Random } from '../../../kernel/random.ts';
import { ProviderError } from '../../../providers/provider-error.ts';
import { askOver, faultOf, requireServing, textOf } from './asking.ts';
import { failureOf, isUnanswered } from './call-failures.ts';
import { instanceErrors } from './provider-instances.errors.ts';

export interface LinkParts {
  /** @throws ChannelFailed, Unfit */
  readonly open: () => Promise<Channel>;
  readonly clock: Clock;
  readonly random: Random;
  /** Called when the instance begins or ceases to serve. */
  readonly onChange: (health: LinkHealth) => void;
}

/** The state of an instance. */
export interface LinkHealth {
  readonly status: 'connecting' | 'serving' | 'failing';
  readonly fault: Fault;
  readonly detail: string;
  readonly checkedAtMs: number | undefined;
  readonly latencyMs: number;
  readonly program: string;
  readonly kinds: readonly Kind[];
}

/** Time limit for a call, in milliseconds: the instance's upstream has ten seconds. */
const askMs = 15_000;
/** Time limit for a health check, in milliseconds. */
const checkMs = 5_000;
/** How often a serving instance is checked, in milliseconds. */
const periodMs = 15_000;
/** The first and the longest pause between checks after a failure, in milliseconds. */
const [firstPauseMs, longestPauseMs] = [1_000, 60_000];
/** Most concurrent calls, so that a hanging instance holds no more. */
const maxRunning = 64;
/** After this many unanswered calls in a row, the instance gets no calls until a check succeeds. */
const maxUnanswered = 5;

/** The connection to one instance, and its health. [PI8]–[PI12] */
export class Link {
  readonly counts = { calls: 0, failures: 0, running: 0 };
  readonly #parts: LinkParts;
  #health: LinkHealth = {
    status: 'connecting',
    fault: Fault.UNSPECIFIED,
    detail: '',
    checkedAtMs: undefined,
    latencyMs: 0,
    program: '',
    kinds: [],
  };
  #channel: Channel | undefined;
  #checking: Promise<void> | undefined;
  #cancelNext = (): void => {};
  #isClosed = false;
  #failedChecks = 0;
  #unanswered = 0;

  constructor(parts: LinkParts) {
    this.#parts = parts;
  }

  get health(): LinkHealth {
    return this.#health;
  }

  /**
   * Calls the instance. @throws ProviderError for a failure of its upstream, and for a response that violates its
   * message's constraints; AppError `provider_instances.unavailable` when the instance itself does not respond.
   */
  async ask<I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O>,
    request: MessageInitShape<I>,
  ): Promise<MessageShape<O>> {
    if (this.#health.status === 'connecting') await this.#checking;
    if (!this.#channel || this.#health.status !== 'serving') throw instanceErrors.unavailable();
    const { counts } = this;
    if (counts.running >= maxRunning) throw new ProviderError('busy', { retryAfterSeconds: 1 });
    counts.calls += 1;
    counts.running += 1;
    try {
      const answer = await askOver(this.#channel, method, request, askMs);
      this.#unanswered = 0;
      return answer;
    } catch (cause) {
      counts.failures += 1;
      this.#hearFailure(cause);
      throw failureOf(cause);
    } finally {
      counts.running -= 1;
    }
  }

  /** Resolves the address again and connects now. Returns when the state of the instance is known. */
  async reconnect(): Promise<void> {
    await this.#checking;
    this.#drop();
    await this.#check();
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelNext();
    if (!this.#checking) this.#drop();
  }

  #hearFailure(cause: unknown): void {
    if (!isUnanswered(cause)) {
      this.#unanswered = 0;
      return;
    }
    this.#unanswered += 1;
    if (this.#unanswered < maxUnanswered) void this.#check();
    else {
      this.#put({ status: 'failing', fault: Fault.SLOW, detail: `${this.#unanswered} calls found no answer` });
      this.#next(firstPauseMs);
    }
  }

  /** Callers during a check share it. Never rejects. */
  #check(): Promise<void> {
    const { clock, random } = this.#parts;
    this.#checking ??= this.#look()
      .catch((cause) => {
        // The next check resolves the address again.
        this.#drop();
        this.#failedChecks += 1;
        this.#put({ status: 'failing', fault: faultOf(cause), detail: textOf(cause), checkedAtMs: clock.nowMs() });
      })
      .finally(() => {
        this.#checking = undefined;
        if (this.#isClosed) return this.#drop();
        const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(this.#failedChecks - 1, 10));
        // Spreads the checks of the replicas over time.
        this.#next(this.#failedChecks === 0 ? periodMs : pauseMs * (0.75 + random.bytes(1)[0]! / 1_024));
      });
    return this.#checking;
  }

  async #look(): Promise<void> {
    const { open, clock } = this.#parts;
    this.#channel ??= await open();
    const channel = this.#channel;
    const startedMs = clock.nowMs();
    await requireServing(channel, checkMs);
    const latencyMs = clock.nowMs() - startedMs;
    const { program, kinds } = await askOver(channel, ProviderBackendService.method.describe, {}, checkMs);
    this.#failedChecks = 0;
    this.#unanswered = 0;
    const faultless = { fault: Fault.UNSPECIFIED, detail: '' };
    this.#put({ status: 'serving', ...faultless, checkedAtMs: clock.nowMs(), latencyMs, program, kinds });
  }

  #put(change: Partial<LinkHealth>): void {
    const before = this.#health.status;
    this.#health = { ...this.#health, ...change };
    if (this.#health.status !== before && !this.#isClosed) this.#parts.onChange(this.#health);
  }

  #next(delayMs: number): void {
    this.#cancelNext();
    if (!this.#isClosed) this.#cancelNext = this.#parts.clock.after(delayMs, () => void this.#check());
  }

  #drop(): void {
    this.#channel?.close();
    this.#channel = undefined;
  }
}
