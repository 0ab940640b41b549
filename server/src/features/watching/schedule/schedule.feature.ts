import { ScheduleService } from '@matinee/contract/gen/service/client/schedule_service_pb.ts';
import { handleMember, handleRoom } from '../../../kernel/handler.ts';
import type { Feature } from '../../feature.ts';
import { makeAnswering } from './answering.service.ts';
import { type CalendarParts, makeCalendarFile } from './calendar-files.ts';
import { type FilmStartParts, makeFilmStarts } from './film-starts.ts';
import { type LobbyMusicParts, makeLobbyMusic } from './lobby-music.service.ts';
import { personalData } from './personal-data.ts';
import { makeScheduleService, type ScheduleParts } from './schedule.service.ts';
import { scheduleKind } from './schedule.ts';

export function scheduleFeature(
  parts: FilmStartParts & CalendarParts & Omit<ScheduleParts, 'onPut'> & LobbyMusicParts,
): Feature {
  const filmStarts = makeFilmStarts(parts);
  const service = makeScheduleService({ ...parts, onPut: (row) => filmStarts.arm(row) });
  const answering = makeAnswering(parts);
  const { method } = ScheduleService;
  return {
    name: 'schedule',
    personalData,
    tables: ['schedule_answers', 'schedules'],
    reads: ['room_members', 'users'],
    bindings: [
      handleRoom(method.getSchedule, (_, call) => service.get(call.room.roomId)),
      handleMember(method.putSchedule, (request) => service.put(request)),
      handleMember(method.getLobbyMusic, makeLobbyMusic(parts)),
      handleMember(method.answerSchedule, answering.answer),
      handleMember(method.listScheduleAnswers, answering.list),
      handleMember(method.clearSchedule, (_, call) => service.clear(call.room.roomId)),
    ],
    resources: [{ case: 'schedule', key: () => scheduleKind, snapshot: (roomId) => service.snapshot(roomId) }],
    pageFiles: [makeCalendarFile(parts)],
    parts: [filmStarts.part],
  };
}
