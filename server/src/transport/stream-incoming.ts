import type { DescMessage } from '@bufbuild/protobuf';
import type { Incoming } from '../kernel/call.ts';

/**
 * A request for a server stream. The pipeline calls `onAdmitted` once access is decided, so that the adapter can send its headers
 * although no event may come for a long time. Where it does not, `admissionMs` stands in.
 */
export interface StreamIncoming<I extends DescMessage = DescMessage> extends Incoming<I> {
  readonly onAdmitted: () => void;
}

/** A stream that was neither refused nor had an event for so long counts as admitted, in milliseconds. A later refusal ends it. */
export const admissionMs = 1_000;
