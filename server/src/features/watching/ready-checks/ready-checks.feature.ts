import { ReadyCheckService } from '@matinee/contract/gen/service/client/ready_checks_service_pb.ts';
import { handleMember, handleRoom } from '../../../kernel/handler.ts';
import type { Feature } from '../../feature.ts';
import { readyCheckKind } from './check-keeper.ts';
import { makeChecking } from './checking.service.ts';
import { personalData } from './personal-data.ts';
import { makeCheckReading } from './reading.service.ts';
import { makeWatching, type WatchingParts } from './watching.ts';

/** Asks a room whether all are ready, and starts the film once they are. */
export function readyChecksFeature(parts: WatchingParts): Feature {
  const watching = makeWatching(parts);
  const checking = makeChecking(parts, watching.arm);
  const reading = makeCheckReading(parts);
  const { method } = ReadyCheckService;
  return {
    name: 'ready-checks',
    personalData,
    tables: ['ready_checks'],
    bindings: [
      handleRoom(method.getReadyCheck, reading.get),
      handleMember(method.beginReadyCheck, checking.begin),
      handleRoom(method.answerReadyCheck, checking.answer),
      handleMember(method.endReadyCheck, checking.end),
    ],
    resources: [{ case: 'readyCheck', key: () => readyCheckKind, snapshot: reading.snapshot }],
    parts: watching.parts,
  };
}
