/**
 * A provider of podcasts that a Matinee server asks over gRPC: docs/guide/writing-a-provider.md explains it.
 *
 *   SECRET=… node podcasts.mjs 127.0.0.1:50051 feeds.example.org media.example.org
 *
 * The words after the address are the hosts whose feeds it reads: it must not read whatever address somebody types.
 */
import { execFileSync } from 'node:child_process';
import { createHash, timingSafeEqual } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import grpc from '@grpc/grpc-js';
import loader from '@grpc/proto-loader';
import { readFeed } from './feed.mjs';

const { SECRET: secret = '' } = process.env;
const [listen = '127.0.0.1:50051', ...hosts] = process.argv.slice(2);

// buf compiles the interface; `buf generate` makes code of it in most languages.
const contract = fileURLToPath(new URL('../../../contract', import.meta.url));
const buf = fileURLToPath(new URL('../../../node_modules/.bin/buf', import.meta.url));
const compiled = execFileSync(
  buf,
  ['build', contract, '--as-file-descriptor-set', '--exclude-source-info', '-o', '-'],
  {
    maxBuffer: 64 * 1_048_576,
  },
);
const definition = loader.loadFileDescriptorSetFromBuffer(compiled, {
  enums: String,
  longs: Number,
  defaults: true,
  oneofs: true,
});

/** A map, which the loader has as a list of keys and values. */
const toMap = (object) => Object.entries(object).map(([key, value]) => ({ key, value }));
const inMap = (map, name) => map?.find(({ key }) => key === name)?.value;

/** Why upstream gave no answer that can be used; Matinee has one sentence for each. */
class UpstreamFailure extends Error {
  constructor(failure) {
    super(failure);
    this.failure = failure;
  }
}

const podcasts = {
  provider: 'podcasts',
  title: 'Podcasts',
  capabilities: ['PROVIDER_CAPABILITY_SIGN_IN', 'PROVIDER_CAPABILITY_BROWSE', 'PROVIDER_CAPABILITY_SEARCH'],
  login_fields: [{ name: 'feed', title: 'Address of the feed', required: true }],
};

const answers = {
  describe: () => ({ program: 'Podcasts 1.0', kinds: [podcasts] }),

  // What is returned as credentials comes back with each question: this program stores nothing.
  async signIn({ fields }) {
    const feed = inMap(fields?.values, 'feed') ?? '';
    if (!isAllowed(feed))
      return { violations: [{ field: 'feed', description: 'is not the address of a feed of ours' }] };
    const { title } = await load(feed);
    return { host: new URL(feed).host, name: title, credentials: toMap({ feed }) };
  },
  signOut: () => ({}),
  async verify({ account }) {
    await load(feedOf(account));
    return {};
  },

  async list({ account, after, limit, search }) {
    const { episodes } = await load(feedOf(account));
    const found = episodes.filter(({ title }) => title.toLowerCase().includes(search.toLowerCase()));
    const start = Number(after || 0);
    const end = start + limit;
    return { next: end < found.length ? String(end) : '', entries: found.slice(start, end).map(toEntry) };
  },

  async resolve({ account, own }) {
    const id = inMap(own?.config?.fields, 'episode')?.string_value;
    const { episodes } = await load(feedOf(account));
    const episode = episodes.find((one) => one.id === id);
    if (!episode) throw new UpstreamFailure('missing');
    const medias = [{ format: 'MEDIA_FORMAT_FILE', upstream: { url: episode.url } }];
    const resolved = { modes: [{ name: 'original', medias }] };
    return episode.seconds === undefined ? resolved : { ...resolved, duration_seconds: episode.seconds };
  },
  report: () => ({}),
};

/** What people see, and what `resolve` finds the episode by. */
function toEntry({ id, title, seconds, date }) {
  const config = { fields: toMap({ episode: { string_value: id } }) };
  return {
    name: title,
    own_source: { name: title, format: 'MEDIA_FORMAT_FILE', config },
    format: 'MEDIA_FORMAT_FILE',
    ...(seconds === undefined ? {} : { duration_seconds: seconds }),
    ...(date === undefined ? {} : { modified_at: { seconds: Math.floor(date / 1_000), nanos: 0 } }),
  };
}

function feedOf({ credentials }) {
  return inMap(credentials, 'feed') ?? '';
}

function isAllowed(feed) {
  return /^https?:/.test(feed) && URL.canParse(feed) && hosts.includes(new URL(feed).hostname);
}

async function load(feed) {
  if (!isAllowed(feed)) throw new UpstreamFailure('forbidden');
  const answer = await fetch(feed, { redirect: 'error', signal: AbortSignal.timeout(8_000) }).catch((cause) => {
    throw new UpstreamFailure(cause.name === 'TimeoutError' ? 'slow' : 'failed');
  });
  if (answer.status === 404 || answer.status === 410) throw new UpstreamFailure('missing');
  if (answer.status === 429) throw new UpstreamFailure('busy');
  if (!answer.ok) throw new UpstreamFailure(answer.status >= 500 ? 'failed' : 'forbidden');
  const found = await readFeed(answer.body);
  if (!found) throw new UpstreamFailure('bad_answer');
  return found;
}

/** Wraps an answer: checks the secret, and says in the trailer what upstream did. */
function serving(answer) {
  return async (call, done) => {
    if (!isSecret(call.metadata.get('authorization')[0])) return done({ code: grpc.status.UNAUTHENTICATED });
    try {
      done(null, await answer(call.request));
    } catch (cause) {
      const metadata = new grpc.Metadata();
      if (cause instanceof UpstreamFailure) metadata.set('upstream-failure', cause.failure);
      done({ code: cause instanceof UpstreamFailure ? grpc.status.ABORTED : grpc.status.INTERNAL, metadata });
    }
  };
}

/** Digests have one length, so comparing them always takes the same time. */
function isSecret(given) {
  const digest = (text) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(String(given ?? 'Bearer ')), digest(`Bearer ${secret}`));
}

const server = new grpc.Server();
const { service, grpc: health } = grpc.loadPackageDefinition(definition);
const own = Object.entries(answers).map(([name, answer]) => [name, serving(answer)]);
server.addService(service.provider.backend.ProviderBackendService.service, Object.fromEntries(own));
server.addService(health.health.v1.Health.service, { check: serving(() => ({ status: 'SERVING' })) });
// Behind a network, give createSsl a certificate here instead.
server.bindAsync(listen, grpc.ServerCredentials.createInsecure(), (failure, port) => {
  if (failure) throw failure;
  process.stdout.write(`serving on port ${port}\n`);
});
