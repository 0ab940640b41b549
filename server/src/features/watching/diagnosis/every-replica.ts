import { fromBinary, toBinary } from '@bufbuild/protobuf';
import { ViewerReportSchema } from '@matinee/contract/gen/service/client/viewer_reports_pb.ts';
import { type AskingParts, EveryProcess } from '../../../realtime/replicas/every-process.ts';
import type { LastReport } from './viewer-reports.ts';

/** How long the other replicas have to answer, in milliseconds. They only read their memory. */
const answerMs = 1_500;

/** `report` is the message in base64. */
type Row = Omit<LastReport, 'report'> & { readonly report: string };

/** The reports of a room from all replicas. */
export interface EveryReport {
  readonly reports: readonly LastReport[];
  /** Replicas that have not answered in time. */
  readonly silentReplicas: number;
}

/** Asks all replicas for the reports of a room, and answers for this process from `ofRoom`. [DG6] */
export function makeEveryReplica(parts: AskingParts, ofRoom: (roomId: string) => readonly LastReport[]) {
  const processes = new EveryProcess<string, readonly Row[]>(parts, {
    channel: 'viewer-reports',
    answerMs,
    answer: (roomId) => ofRoom(roomId).map(toRow),
  });
  return {
    start: () => processes.start(),
    stop: () => processes.stop(),
    async ask(roomId: string): Promise<EveryReport> {
      const { answers, silent } = await processes.askOthers(roomId);
      return { reports: [...ofRoom(roomId), ...answers.flat().map(fromRow)], silentReplicas: silent };
    },
  };
}

function toRow({ report, ...last }: LastReport): Row {
  return { ...last, report: Buffer.from(toBinary(ViewerReportSchema, report)).toString('base64') };
}

function fromRow({ report, ...last }: Row): LastReport {
  return { ...last, report: fromBinary(ViewerReportSchema, Buffer.from(report, 'base64')) };
}
