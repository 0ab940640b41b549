import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { expect, test } from 'vitest';
import { EventConnection } from './event-connection.ts';

/** A response whose reader never reads. */
class StalledResponse extends EventEmitter {
  readonly said: string[] = [];
  writableNeedDrain = true;
  writableLength = 1_000;
  write(text: string): boolean {
    this.said.push(text);
    return false;
  }
  end(): void {
    this.said.push('end');
  }
  destroy(): void {
    this.said.push('destroy');
    this.emit('close');
  }
}

function stalled() {
  const [clock, response] = [new FakeClock(), new StalledResponse()];
  return { clock, response, connection: new EventConnection(response as unknown as ServerResponse, clock) };
}

test('[RT38] a reader that takes nothing does not keep a line open that has ended', () => {
  const { clock, response, connection } = stalled();
  connection.send(Buffer.from('hello'));
  connection.close();
  expect(response.said).toEqual(['data: aGVsbG8=\n\n', 'end']);
  clock.advance(60_000);
  expect(response.said.slice(2)).toEqual(['destroy']);
});

test('[RT38] nor one that has not', () => {
  const { clock, response } = stalled();
  clock.advance(60_000);
  expect(response.said).toContain('destroy');
});
