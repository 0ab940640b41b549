import { createServer } from 'node:net';

/** The metrics of a server that is measured. */
export interface ServerMetrics {
  /** Variables with which the server serves them. */
  readonly environment: Readonly<Record<string, string>>;
  /** All of them, in Prometheus' text format. */
  text(): Promise<string>;
  /**
   * One metric, by its name.
   * @throws Error when the server does not report it.
   */
  value(name: string): Promise<number>;
}

/** Metrics at a port of this machine that was free a moment ago. */
export async function serverMetrics(): Promise<ServerMetrics> {
  const address = `127.0.0.1:${await freePort()}`;
  const text = async () => (await fetch(`http://${address}/metrics`)).text();
  return {
    environment: { MATINEE_MANAGEMENT_METRICS_ADDRESS: address },
    text,
    async value(name) {
      const value = new RegExp(`^${name} (\\S+)`, 'm').exec(await text())?.[1];
      if (value === undefined) throw new Error(`the server does not tell ${name}`);
      return Number(value);
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
