import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Permission } from '@matinee/contract/gen/service/client/members_pb.ts';
import { type AnswerScheduleRequest, ScheduleAnswer } from '@matinee/contract/gen/service/client/schedule_pb.ts';
import type { Call, RoomStanding, UserPrincipal } from '../../../kernel/call.ts';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import type { Database } from '../../../store/database.ts';
import * as answers from './answers.store.ts';
import { scheduleErrors } from './schedule.errors.ts';
import * as store from './schedule.store.ts';
import { makeScheduleMessages, type ScheduleMessageParts } from './schedule-events.ts';
import { isAhead } from './schedules.ts';

/** Most people named in an answer. */
const mostNamed = 100;

type MemberCall = Call<UserPrincipal, RoomStanding>;

interface AnsweringParts extends ScheduleMessageParts {
  readonly db: Database;
  readonly clock: Clock;
}

/** Takes the answers of members to "will you come?". [SH10] [SH11] */
export function makeAnswering(parts: AnsweringParts) {
  const { db, clock } = parts;
  const messages = makeScheduleMessages(parts);
  return {
    answer: ({ scheduleId, answer }: AnswerScheduleRequest, { room: { roomId }, principal }: MemberCall) =>
      db.write(async (tx) => {
        // The lock serializes answers, so the counts sent are right.
        const held = await store.lockRow(tx.query(), roomId);
        if (!isAhead(held, clock.nowMs()) || held.id !== scheduleId) throw scheduleErrors.another_start();
        const given = answer === ScheduleAnswer.NONE ? undefined : answer;
        const key = { room_id: roomId, schedule_id: held.id };
        const at = dateOf(clock.nowMs());
        await answers.putAnswer(tx.query(), key, { userId: principal.userId, answer: given, at });
        const answers_version = await answers.raiseAnswersVersion(tx.query(), roomId);
        return { schedule: await messages.tell(tx, { ...held, answers_version }, clock.nowMs()) };
      }),
    async list(_: object, { room: { roomId, permissions }, principal }: MemberCall) {
      const row = await store.findRow(db.query(), roomId);
      if (!isAhead(row, clock.nowMs())) return { answers: [] };
      const key = { room_id: roomId, schedule_id: row.id };
      const [schedule, own, named] = await Promise.all([
        messages.counted(db, row),
        answers.findAnswer(db.query(), key, principal.userId),
        permissions.has(Permission.VIEW_MEMBERS) ? answers.listAnswers(db.query(), key, mostNamed) : [],
      ]);
      return {
        schedule,
        ...(own === undefined ? {} : { ownAnswer: own as ScheduleAnswer }),
        answers: named.map((person) => ({
          userId: person.id,
          username: person.username,
          displayName: person.display_name,
          answer: person.answer as ScheduleAnswer,
          answeredAt: timestampFromDate(person.answered_at),
        })),
      };
    },
  };
}
