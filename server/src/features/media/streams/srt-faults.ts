import { SrtFault } from '@matinee/contract/gen/service/client/streams_pb.ts';

/** Why what came by SRT last is not on the air. */
export type SrtFaultName = 'unreadable' | 'taken' | 'full';

const faults: Readonly<Record<SrtFaultName, SrtFault>> = {
  unreadable: SrtFault.UNREADABLE,
  taken: SrtFault.TAKEN,
  full: SrtFault.FULL,
};

export const toSrtFault = (name: SrtFaultName): SrtFault => faults[name];
