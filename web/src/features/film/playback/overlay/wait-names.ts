import type { Waiting } from '@matinee/contract/gen/api.ts';

/** The banner names this many people and counts the rest. */
const mostNames = 3;

/**
 * Whom the room waits for: the person at this page first, as `you`, then others by name, and how many are not named.
 * [SY42]
 */
export function namesOf(
  members: Waiting['members'],
  selfId: string,
  you: string,
): { readonly names: string[]; readonly others: number } {
  const isSelf = members.some((member) => member.user_id === selfId);
  const all = members.filter((member) => member.user_id !== selfId).map((member) => member.display_name);
  const names = [...(isSelf ? [you] : []), ...all].slice(0, mostNames);
  return { names, others: members.length - names.length };
}
