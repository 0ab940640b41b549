import { makeStoredChoice, useStoredChoice } from '../../../../ui/stored-choice.ts';
import { useMediaQuery } from '../../../../ui/use-media-query.ts';

/** How subtitles that have styles are shown: as they were made, or as plain text in the look of all others. */
export const subtitleLook = makeStoredChoice<'made' | 'plain'>('matinee.subtitleLook', (stored) =>
  stored === 'plain' ? 'plain' : 'made',
);

/** Whether this person sees styles. People who force their own colours on all pages read plain text. [SY90] */
export function useIsMade(): boolean {
  const hasOwnColors = useMediaQuery('(forced-colors: active)');
  return useStoredChoice(subtitleLook) === 'made' && !hasOwnColors;
}
