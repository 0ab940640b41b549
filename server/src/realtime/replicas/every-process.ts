import type { Clock } from '../../kernel/clock.ts';
import type { Bus } from '../bus.ts';

/** The dependencies for asking other processes. */
export interface AskingParts {
  readonly bus: Bus;
  readonly replicaId: string;
  /** Number of live replicas, this one included. */
  readonly replicaCount: () => number;
  readonly clock: Clock;
}

/** Questions and answers travel as JSON. */
type Message<Question, Answer> =
  | { readonly kind: 'question'; readonly id: string; readonly from: string; readonly question: Question }
  | { readonly kind: 'answer'; readonly id: string; readonly answer: Answer };

/** Sends a question to all other processes, and answers theirs for this one. */
export class EveryProcess<Question, Answer> {
  readonly #parts: AskingParts;
  readonly #channel: string;
  readonly #answerMs: number;
  readonly #answer: (question: Question) => Answer | Promise<Answer>;
  readonly #waiting = new Map<string, (answer: Answer) => void>();
  #questions = 0;
  #unsubscribe = () => {};

  /** `answerMs`: time limit for the answers of the others, in milliseconds. */
  constructor(
    parts: AskingParts,
    about: {
      readonly channel: string;
      readonly answerMs: number;
      readonly answer: (question: Question) => Answer | Promise<Answer>;
    },
  ) {
    this.#parts = parts;
    this.#channel = about.channel;
    this.#answerMs = about.answerMs;
    this.#answer = about.answer;
  }

  start(): void {
    this.#unsubscribe = this.#parts.bus.subscribe(
      this.#channel,
      // If this fails, the asking process gets no answer from this one and counts it as silent.
      (payload) => void this.#hear(JSON.parse(payload)).catch(() => undefined),
    );
  }

  stop(): void {
    this.#unsubscribe();
  }

  /** The answers of the others in order of arrival, and the number of processes that did not answer in time. */
  async askOthers(question: Question): Promise<{ readonly answers: readonly Answer[]; readonly silent: number }> {
    const others = this.#parts.replicaCount() - 1;
    const answers = others === 0 ? [] : await this.#ask(question, others);
    return { answers, silent: Math.max(0, others - answers.length) };
  }

  #ask(question: Question, others: number): Promise<readonly Answer[]> {
    const { replicaId: from, clock } = this.#parts;
    const id = `${from} ${++this.#questions}`;
    const answers: Answer[] = [];
    return new Promise((resolve) => {
      const end = () => {
        cancel();
        this.#waiting.delete(id);
        resolve(answers);
      };
      const cancel = clock.after(this.#answerMs, end);
      this.#waiting.set(id, (answer) => {
        answers.push(answer);
        if (answers.length === others) end();
      });
      this.#say({ kind: 'question', id, from, question });
    });
  }

  async #hear(message: Message<Question, Answer>): Promise<void> {
    if (message.kind === 'answer') return this.#waiting.get(message.id)?.(message.answer);
    if (message.from === this.#parts.replicaId) return;
    this.#say({ kind: 'answer', id: message.id, answer: await this.#answer(message.question) });
  }

  #say(message: Message<Question, Answer>): void {
    this.#parts.bus.publish(this.#channel, JSON.stringify(message));
  }
}
