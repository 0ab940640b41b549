import { startBrowser } from '@matinee/testkit/browser.ts';
import type { CDPSession, Page } from 'playwright-core';

/** A slow 4G connection and a phone of the middle class, as Lighthouse emulates them. */
const network = { latencyMs: 150, downBitsPerSecond: 1_600_000, upBitsPerSecond: 750_000 };
const cpuSlowdown = 4;

/** Traffic of a page, without the film. */
export interface Traffic {
  readonly requests: number;
  /** Bytes of headers and bodies, as they were sent. */
  readonly bytes: number;
}

/** An emulated phone with a new profile: its caches are empty. */
export interface Phone {
  readonly page: Page;
  /** The traffic of this page until now. */
  traffic(): Traffic;
  close(): Promise<void>;
}

/** Opens a browser as a phone. Requests to `mediaOrigin` are not counted. */
export async function openPhone(mediaOrigin = ''): Promise<Phone> {
  const browser = await startBrowser({ width: 390, height: 844 }, [], { isAlone: true });
  const page = browser.context.pages()[0] ?? (await browser.context.newPage());
  const devTools = await browser.context.newCDPSession(page);
  const traffic = await countTraffic(devTools, mediaOrigin);
  await devTools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: network.latencyMs,
    downloadThroughput: network.downBitsPerSecond / 8,
    uploadThroughput: network.upBitsPerSecond / 8,
  });
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  return { page, traffic, close: () => browser.close() };
}

async function countTraffic(devTools: CDPSession, mediaOrigin: string): Promise<() => Traffic> {
  const counted = new Set<string>();
  let bytes = 0;
  devTools.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (/^https?:/.test(request.url) && new URL(request.url).origin !== mediaOrigin) counted.add(requestId);
  });
  devTools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (counted.has(requestId)) bytes += encodedDataLength;
  });
  await devTools.send('Network.enable');
  return () => ({ requests: counted.size, bytes });
}
