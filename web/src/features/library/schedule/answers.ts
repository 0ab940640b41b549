import type { Schedule, ScheduleAnswer } from '@matinee/contract/gen/api.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { showToast } from '../../../ui/signs/toast.tsx';

/** The possible answers to a start, in the order of the buttons. */
export const answers = ['yes', 'maybe', 'no'] as const;

/** How many gave an answer. */
export function countOf({ coming, maybe, not_coming }: Schedule, answer: (typeof answers)[number]): number {
  return { yes: coming, maybe, no: not_coming }[answer];
}

/** The answers of all, and this person's own. Read again whenever the counts change: events omit individual answers. */
export function useAnswers(roomId: string, { id, coming, maybe, not_coming }: Schedule, isMember = true) {
  const { api, user } = useSession();
  return useQuery({
    queryKey: ['schedule-answers', roomId, user?.id, id, coming, maybe, not_coming],
    queryFn: () => api.call('ScheduleService.ListScheduleAnswers', { room_id: roomId }),
    placeholderData: (before) => (before?.schedule?.id === id ? before : undefined),
    enabled: isMember,
  });
}

/** Answers, or takes the answer back by `none`. [WSH5] */
export function useAnswering(roomId: string, schedule_id: string) {
  const { api } = useSession();
  const cache = useQueryClient();
  const errorText = useErrorText('schedule');
  return useMutation({
    mutationFn: (answer: ScheduleAnswer) =>
      api.call('ScheduleService.AnswerSchedule', { room_id: roomId, schedule_id, answer }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['schedule-answers', roomId] }),
    onError: (error) => showToast(errorText(error), 'danger'),
  });
}
