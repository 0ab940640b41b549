/** Messages between replicas. They may be lost, and a replica hears its own. */
export interface Bus {
  /** Fire and forget; a failure is the bus's to log. */
  publish(channel: string, payload: string): void;
  /** Gives a function that ends the subscription. */
  subscribe(channel: string, handler: (payload: string) => void): () => void;
}
