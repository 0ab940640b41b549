import type { ChatMessage } from '@matinee/contract/gen/api.ts';

/** A message with what stands over it. */
export interface MessageLine {
  readonly message: ChatMessage;
  readonly sentAt: Date;
  /** True: the first under its name. */
  readonly startsGroup: boolean;
  /** True: the first one of its day in this list. */
  readonly startsDay: boolean;
  /** Who joined one after another, where this is the last of their notices. [WC21] */
  readonly joined?: readonly string[];
  /** True: a later line says it too. */
  readonly isFolded?: boolean;
}

/** Longest silence under one name, in milliseconds. [WC1] */
const groupGapMs = 5 * 60_000;

/** Which of the messages, in their order, begin a name or a day. What the server says stands by itself. [WC1] */
export function linesOf(messages: readonly ChatMessage[]): readonly MessageLine[] {
  const lines: MessageLine[] = [];
  for (const message of messages) {
    const sentAt = new Date(message.created_at ?? 0);
    const last = lines.at(-1);
    const startsDay = !last || last.sentAt.toDateString() !== sentAt.toDateString();
    const startsGroup =
      startsDay ||
      message.system !== undefined ||
      last.message.system !== undefined ||
      last.message.user_id !== message.user_id ||
      sentAt.getTime() - last.sentAt.getTime() > groupGapMs;
    if (!startsDay) foldStarted(lines, message);
    lines.push({ message, sentAt, startsGroup, startsDay, ...joinedWith(startsDay ? undefined : lines, message) });
  }
  return lines;
}

/** Of several items that were started one after another, with nothing said in between, the last one is told. [WC21] */
function foldStarted(before: MessageLine[], { system }: ChatMessage): void {
  const last = before.at(-1);
  if (system?.kind !== 'playback_changed' || last?.message.system?.kind !== 'playback_changed') return;
  before[before.length - 1] = { ...last, isFolded: true };
}

/** Who joined up to `message`. The lines before it that say so of others are folded. */
function joinedWith(
  before: MessageLine[] | undefined,
  { system, display_name }: ChatMessage,
): Pick<MessageLine, 'joined'> {
  if (system?.kind !== 'joined') return {};
  const last = before?.at(-1);
  if (!before || !last?.joined) return { joined: [display_name] };
  before[before.length - 1] = { ...last, isFolded: true };
  return { joined: [...new Set([...last.joined, display_name])] };
}
