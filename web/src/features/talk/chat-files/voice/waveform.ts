/** Longest waveform (contract, `CreateChatAttachmentUploadSessionRequest.waveform`). */
const mostBytes = 96;

/**
 * The bytes for a voice message, made from any number of levels from 0 to 1. The loudest level reaches the top. Pure.
 * [WCF8]
 */
export function waveformOf(levels: readonly number[]): string {
  const count = Math.min(mostBytes, levels.length);
  const top = Math.max(0.05, ...levels);
  const bytes = Array.from({ length: count }, (_, index) => {
    const from = Math.floor((index * levels.length) / count);
    const to = Math.max(from + 1, Math.floor(((index + 1) * levels.length) / count));
    return Math.round((255 * Math.max(...levels.slice(from, to))) / top);
  });
  return btoa(String.fromCharCode(...bytes));
}
