import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openPhone } from './phone.ts';

/**
 * The lower bound for a page of this size: plain HTML of `bytes` bytes in one answer, on the same phone, until its last
 * line is painted; in milliseconds.
 */
export async function measureBarePage(bytes: number): Promise<number> {
  const html = `<!doctype html><title>Control</title><!--${'x'.repeat(bytes)}--><p id="end">End</p>`;
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const phone = await openPhone();
  try {
    await phone.page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    return await phone.page.evaluate<number>(
      `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd))))`,
    );
  } finally {
    await phone.close();
    server.close();
    server.closeAllConnections();
  }
}
