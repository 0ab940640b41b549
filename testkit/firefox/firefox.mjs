#!/usr/bin/env node
/**
 * Starts Firefox for Playwright, which speaks WebDriver BiDi with it. Firefox knows most of what Playwright asks for;
 * what it does not know yet and tests do not need is answered here, as done.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { WebSocket, WebSocketServer } from 'ws';

/** Themes and reduced motion. Playwright sets them, if only to nothing, for each window. */
const notKnown = 'emulation.setMediaFeaturesOverride';

const [, , ...flags] = process.argv;
const firefox = spawn('firefox-esr', flags, { stdio: ['ignore', 'inherit', 'pipe'] });
firefox.on('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => firefox.kill(signal));

createInterface({ input: firefox.stderr }).on('line', (line) => {
  const [, address] = /^WebDriver BiDi listening on (ws:\S+)$/.exec(line) ?? [];
  if (address === undefined) process.stderr.write(`${line}\n`);
  else listen(address);
});

/** Tells Playwright an address of our own, in the words of Firefox. */
function listen(address) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('listening', () =>
    process.stderr.write(`WebDriver BiDi listening on ws://127.0.0.1:${server.address().port}\n`),
  );
  server.on('connection', (playwright, { url }) => connect(playwright, new WebSocket(address + url)));
}

function connect(playwright, browser) {
  const isOpen = new Promise((resolve) => browser.once('open', resolve));
  playwright.on('message', async (data) => {
    const command = data.toString();
    const { id, method } = JSON.parse(command);
    await isOpen;
    if (method === notKnown) playwright.send(JSON.stringify({ type: 'success', id, result: {} }));
    else browser.send(command);
  });
  browser.on('message', (data) => playwright.send(data.toString()));
  browser.on('close', () => playwright.close());
  playwright.on('close', () => browser.close());
}
