import type { ChatMessage } from '@matinee/contract/gen/api.ts';

/** A message, with the lines above it. */
export interface MessageLine {
  readonly message: ChatMessage;
  readonly sentAt: Date;
  /** True: the first message under its name. */
  readonly startsGroup: boolean;
  /** True: the first message of its day in this list. */
  readonly startsDay: boolean;
  /** The people who joined one after another, on the last of their notices. [WC21] */
  readonly joined?: readonly string[];
  /** True: a later line says the same too. */
  readonly isFolded?: boolean;
}

/** Longest silence under one name, in milliseconds. [WC1] */
const groupGapMs = 5 * 60_000;

/**
 * The messages as lines, in their order: which of them begin a name or a day. The server's notices stand by themselves.
 * [WC1]
 */
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

/** If items started one after another with no message in between, only the last one is shown. [WC21] */
function foldStarted(before: MessageLine[], { system }: ChatMessage): void {
  const last = before.at(-1);
  if (system?.kind !== 'playback_changed' || last?.message.system?.kind !== 'playback_changed') return;
  before[before.length - 1] = { ...last, isFolded: true };
}

/** The people who joined up to `message`. Earlier join notices right before it are folded. */
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
