/**
 * `provider-backend`: runs the built-in providers for another Matinee server, closer to the sites that they contact.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { mediaProviders } from '../../composition/gen/media-providers.ts';
import { makeHttpFetch } from '../../drivers/http-fetch/http-fetch.ts';
import { makeOutgoingGuard } from '../../drivers/outgoing/guard.ts';
import { makeTools } from '../../features/media/providers/asking.ts';
import { systemClock } from '../../kernel/clock.ts';
import { makeLog } from '../../kernel/log.ts';
import type { MediaProvider, ProviderTools } from '../../providers/provider.ts';
import { UsageError } from '../command-line.ts';
import { backendHandlers } from './backend-handlers.ts';
import { serveBackend } from './serve-backend.ts';

const usage = `Usage: matinee-server provider-backend [options]

  --listen HOST:PORT     where to listen (default: 127.0.0.1:50051)
  --tls-certificate FILE certificate in PEM, with those between it and its authority
  --tls-key FILE         its key
  --plaintext            without TLS; for one machine, or a network that you trust
  --secret-file FILE     what callers must send; needed unless it listens on loopback
  --provider NAME        a provider to run, as often as needed (default: all with accounts)
  --allow-network NET    a private network or address that providers may reach, as often as needed
`;

const options = {
  listen: { type: 'string', default: '127.0.0.1:50051' },
  'tls-certificate': { type: 'string' },
  'tls-key': { type: 'string' },
  plaintext: { type: 'boolean', default: false },
  'secret-file': { type: 'string' },
  provider: { type: 'string', multiple: true },
  'allow-network': { type: 'string', multiple: true },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** Maximum size of an upstream's answer, in bytes. */
const maxAnswerBytes = 16 * 1_048_576;

/** Runs until a signal. @throws UsageError, or Error with a sentence for the operator. */
export async function runProviderBackend(args: readonly string[]): Promise<void> {
  const values = parse(args);
  if (values.help) {
    process.stdout.write(usage);
    return;
  }
  const { listen } = values;
  const tls = tlsOf(values);
  const secret = secretOf(values['secret-file'], listen);
  const providers = chosenProviders(values.provider ?? []);
  const log = makeLog('info');
  const { fetch } = makeHttpFetch({
    guard: makeOutgoingGuard(values['allow-network'] ?? []),
    maxBytes: maxAnswerBytes,
  });
  const tools = new Map<string, ProviderTools>(
    providers.map(({ name }) => [name, makeTools({ fetch, clock: systemClock, log, onAsked: () => undefined })]),
  );
  const handlers = backendHandlers({ providers, toolsOf: (name) => tools.get(name)!, program: 'Matinee' });
  const { port, stop } = await serveBackend({ listen, tls, secret, handlers, log });
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => void stop().then(() => process.exit(0)));
  process.stdout.write(`serving ${providers.map(({ name }) => name).join(', ')} on port ${port}\n`);
  await new Promise(() => undefined);
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (cause) {
    throw new UsageError((cause as Error).message.split('. ')[0]!);
  }
}

function tlsOf(values: ReturnType<typeof parse>) {
  const { 'tls-certificate': certificate, 'tls-key': key, plaintext } = values;
  if (plaintext && (certificate ?? key) !== undefined)
    throw new UsageError('--plaintext: there is a certificate as well');
  if (plaintext) return undefined;
  if (certificate === undefined || key === undefined)
    throw new UsageError('give --tls-certificate and --tls-key, or --plaintext');
  return { certificate: readFileSync(certificate), key: readFileSync(key) };
}

function secretOf(file: string | undefined, listen: string): string {
  const secret = file === undefined ? '' : readFileSync(file, 'utf8').trim();
  if (file !== undefined && !/^[\x21-\x7e]{16,1000}$/.test(secret))
    throw new UsageError(`--secret-file ${file}: must have 16 to 1000 visible ASCII characters, and no space`);
  if (secret === '' && !/^(127\.|localhost:|\[::1\])/.test(listen))
    throw new UsageError('give --secret-file: without one, anybody who reaches this address could use it');
  return secret;
}

function chosenProviders(names: readonly string[]): MediaProvider[] {
  const all = Object.values(mediaProviders) as unknown as MediaProvider[];
  const offered = all.filter(({ accounts, sourceCase }) => accounts && sourceCase !== 'custom');
  const unknown = names.find((name) => !offered.some((one) => one.name === name));
  if (unknown !== undefined)
    throw new UsageError(`--provider ${unknown}: is none of ${offered.map(({ name }) => name).join(', ')}`);
  return names.length === 0 ? offered : offered.filter(({ name }) => names.includes(name));
}
