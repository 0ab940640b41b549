/** Messages between a worker and the process that started it, apart from the key-value store. */
import type { MetricObjectWithValues, MetricValue } from 'prom-client';
import type { App } from '../../app.ts';
import type { WorkerCosts, WorkerState } from '../../kernel/process/worker-facts.ts';
import type { DatabaseAddress } from '../../store/database-address.ts';
import type { Channel } from '../../store/key-value/channel.ts';

/** The metrics of a process at one moment. */
export type Figures = MetricObjectWithValues<MetricValue<string>>[];

/** The facts that a worker needs before it can start. */
export interface Beginning {
  readonly seat: number;
  readonly count: number;
  readonly processId: number;
  readonly database: DatabaseAddress;
  /** The public port, also if the system has chosen it. */
  readonly port: number;
  readonly logLevel: string;
}

/** A worker's report once it serves. */
export type Readiness = Pick<App, 'port' | 'managementAddresses' | 'firstAccount'>;

/** From the process that started the workers. */
export type Order =
  | { readonly kind: 'begin'; readonly beginning: Beginning }
  | { readonly kind: 'state'; readonly state: WorkerState }
  | { readonly kind: 'log level'; readonly level: string }
  | { readonly kind: 'figures'; readonly id: number }
  | { readonly kind: 'costs'; readonly id: number; readonly costs: WorkerCosts }
  | { readonly kind: 'restarting'; readonly id: number }
  /** `isReplaced`: other workers continue, and get the connections from now on. */
  | { readonly kind: 'stop'; readonly deadlineMs: number; readonly isReplaced: boolean };

/** From a worker. */
export type News =
  | { readonly kind: 'started' }
  | { readonly kind: 'ready'; readonly readiness: Readiness }
  | { readonly kind: 'figures'; readonly id: number; readonly figures: Figures }
  /** Sent before the worker exits, so that its counters are not lost. */
  | { readonly kind: 'last figures'; readonly figures: Figures }
  | { readonly kind: 'log level'; readonly level: string }
  | { readonly kind: 'costs'; readonly id: number }
  | { readonly kind: 'restart'; readonly id: number }
  | { readonly kind: 'stop'; readonly deadlineMs: number | undefined };

/** One end of the message channel between two processes. */
interface Peer {
  readonly send: (message: unknown) => void;
  on(event: 'message', handler: (message: unknown) => void): unknown;
  off(event: 'message', handler: (message: unknown) => void): unknown;
}

/** One of several channels between the same two processes: each message contains the name of its channel. */
export function channelOf(peer: Peer, name: string): Channel {
  return {
    send: (message) => peer.send({ channel: name, message }),
    listen: (handler) => {
      const hear = (heard: unknown) => {
        const { channel, message } = heard as { channel?: string; message?: unknown };
        if (channel === name) handler(message);
      };
      peer.on('message', hear);
      return () => void peer.off('message', hear);
    },
  };
}
