/** Longest message, in code points (contract, `SendChatMessageRequest.content`). */
export const maxMessageLength = 500;

/** The text as it is sent. @returns undefined when it is empty or too long. [WC6] */
export function toContent(draft: string): string | undefined {
  const content = draft.trim();
  return content && [...content].length <= maxMessageLength ? content : undefined;
}
