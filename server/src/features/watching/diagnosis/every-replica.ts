import { fromBinary, toBinary } from '@bufbuild/protobuf';
import { ViewerReportSchema } from '@matinee/contract/gen/service/client/viewer_reports_pb.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Bus } from '../../../realtime/bus.ts';
import type { LastReport } from './viewer-reports.ts';

const channel = 'viewer-reports';
/** How long the other replicas have to answer, in milliseconds. They only read their memory. */
const answerMs = 1_500;

/** `report` is the message in base64. */
type Row = Omit<LastReport, 'report'> & { readonly report: string };

type Message =
  | { readonly kind: 'question'; readonly id: string; readonly from: string; readonly roomId: string }
  | { readonly kind: 'answer'; readonly id: string; readonly rows: readonly Row[] };

export interface EveryReplicaParts {
  readonly bus: Bus;
  readonly replicaId: string;
  /** Number of live replicas, this one included. */
  readonly replicaCount: () => number;
  readonly clock: Clock;
}

/** The reports of a room from all replicas. */
export interface EveryReport {
  readonly reports: readonly LastReport[];
  /** Replicas that have not answered in time. */
  readonly silentReplicas: number;
}

/** Asks all replicas for the reports of a room, and answers for this process from `ofRoom`. [DG6] */
export function makeEveryReplica(parts: EveryReplicaParts, ofRoom: (roomId: string) => readonly LastReport[]) {
  const { bus, replicaId, replicaCount, clock } = parts;
  const waiting = new Map<string, (rows: readonly Row[]) => void>();
  let questions = 0;
  let unsubscribe = () => {};

  function hear(payload: string): void {
    const message = JSON.parse(payload) as Message;
    if (message.kind === 'answer') return waiting.get(message.id)?.(message.rows);
    if (message.from === replicaId) return;
    const answer: Message = { kind: 'answer', id: message.id, rows: ofRoom(message.roomId).map(toRow) };
    bus.publish(channel, JSON.stringify(answer));
  }

  function askOthers(roomId: string, others: number): Promise<(readonly Row[])[]> {
    const id = `${replicaId} ${++questions}`;
    const answers: (readonly Row[])[] = [];
    return new Promise((resolve) => {
      const end = () => {
        cancel();
        waiting.delete(id);
        resolve(answers);
      };
      const cancel = clock.after(answerMs, end);
      waiting.set(id, (rows) => {
        answers.push(rows);
        if (answers.length === others) end();
      });
      bus.publish(channel, JSON.stringify({ kind: 'question', id, from: replicaId, roomId } satisfies Message));
    });
  }

  return {
    start(): void {
      unsubscribe = bus.subscribe(channel, hear);
    },
    stop: () => unsubscribe(),
    async ask(roomId: string): Promise<EveryReport> {
      const others = replicaCount() - 1;
      const answers = others === 0 ? [] : await askOthers(roomId, others);
      const reports = [...ofRoom(roomId), ...answers.flat().map(fromRow)];
      return { reports, silentReplicas: others - answers.length };
    },
  };
}

function toRow({ report, ...last }: LastReport): Row {
  return { ...last, report: Buffer.from(toBinary(ViewerReportSchema, report)).toString('base64') };
}

function fromRow({ report, ...last }: Row): LastReport {
  return { ...last, report: fromBinary(ViewerReportSchema, Buffer.from(report, 'base64')) };
}
