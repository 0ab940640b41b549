/** Messages between replicas. They may be lost, and a replica hears its own; a deployment of one replica may pass `silentBus`. */
export interface Bus {
  /** Fire and forget; a failure is the bus's to log. */
  publish(channel: string, payload: string): void;
  /** Gives a function that ends the subscription. */
  subscribe(channel: string, handler: (payload: string) => void): () => void;
}

/** The bus of a single replica: nobody listens. */
export const silentBus: Bus = { publish: () => {}, subscribe: () => () => {} };
