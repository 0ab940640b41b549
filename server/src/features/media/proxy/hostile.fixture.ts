/** A cinema beside a film server that answers as each test says. */
import type { RequestListener } from 'node:http';
import { type Origin, startOrigin } from '@matinee/testkit/outside/origin.ts';
import { type Cinema, startCinema } from './proxy.fixture.ts';

export interface HostileCinema {
  readonly cinema: Cinema;
  readonly origin: Origin;
  /** Answers all requests to the film server from now on. */
  answer: RequestListener;
  stop(): Promise<void>;
}

export async function startHostileCinema(): Promise<HostileCinema> {
  const cinema = await startCinema();
  const origin = await startOrigin((request, response) => hostile.answer(request, response));
  const hostile: HostileCinema = {
    cinema,
    origin,
    answer: (_, response) => void response.writeHead(404).end(),
    async stop() {
      origin.stop();
      await cinema.server.stop();
    },
  };
  return hostile;
}

/** Status and code of a refusal. */
export const reasonOf = async (given: Response) => [given.status, JSON.parse(await given.text()).code];
