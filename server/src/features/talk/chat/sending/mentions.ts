import type { ChatMention } from '@matinee/contract/gen/service/client/chat_pb.ts';
import type { FieldViolation } from '@matinee/contract/reasons.ts';
import { usernameKey } from '../../../accounts/users/users.port.ts';
import { chatErrors, chatReasons } from '../chat.errors.ts';
import type { StoredMention } from '../chat.store.ts';

/**
 * The mentions of a text in their stored form. Each must point to `@` and the member's name, in any case; none may
 * overlap. `names`: the names of the mentioned members. [CH15] @throws AppError `chat.invalid_mention` with all wrong
 * ones.
 */
export function readMentions(
  content: string,
  mentions: readonly Pick<ChatMention, 'userId' | 'offset' | 'length'>[],
  names: ReadonlyMap<string, string>,
): StoredMention[] {
  if (mentions.length === 0) return [];
  const points = [...content];
  const taken = new Set<number>();
  const violations: FieldViolation[] = [];
  for (const [place, { userId, offset, length }] of mentions.entries()) {
    const token = points.slice(offset, offset + length);
    const name = names.get(userId);
    const isOver = token.some((_, at) => taken.has(offset + at));
    const reason =
      token.length < length
        ? chatReasons.outside()
        : name === undefined
          ? chatReasons.no_member()
          : !isToken(token.join(''), name)
            ? chatReasons.no_token()
            : isOver && chatReasons.overlaps();
    if (reason) violations.push({ field: `mentions[${place}]`, ...reason });
    for (let at = 0; at < token.length; at++) taken.add(offset + at);
  }
  if (violations.length > 0) throw chatErrors.invalid_mention({ violations });
  return mentions.map(({ userId, offset, length }) => ({ userId, offset, length })).sort((a, b) => a.offset - b.offset);
}

function isToken(token: string, name: string): boolean {
  return token.startsWith('@') && usernameKey(token.slice(1)) === usernameKey(name);
}
