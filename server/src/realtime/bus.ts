/** Messages between replicas. They may be lost, and a replica receives its own messages too. */
export interface Bus {
  /** Sends without waiting for an answer. The bus itself logs a failure. */
  publish(channel: string, payload: string): void;
  /** Returns a function that ends the subscription. */
  subscribe(channel: string, handler: (payload: string) => void): () => void;
}
