import { loadTexts } from '../../texts/texts.ts';
import { type ApiError, violationsOf } from '../calls/api-error.ts';

/** The namespace of the words for a reason: `errors/room-bans` for `room_bans.not_banned`. */
export function errorNamespace(reason: string): string {
  return `errors/${reason.split('.')[0]!.replaceAll('_', '-')}`;
}

/**
 * Loads the words for an error of the server and its violations; most visits need no such words. Never rejects. [WX2]
 */
export async function loadErrorTexts({ code, details }: Pick<ApiError, 'code' | 'details'>): Promise<void> {
  const reasons = [code, ...violationsOf(details).map(({ reason }) => reason)];
  await Promise.all(reasons.map((reason) => loadTexts(errorNamespace(reason))));
}
