import { execFileSync } from 'node:child_process';
import { createSign } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@bufbuild/protobuf';
import { hasProgram } from '@matinee/testkit/outside/programs.ts';
import { expect, test } from 'vitest';
import { Authenticator, type Bent, cborArray, cborBytes, cborEs256, cborMap } from './authenticator.fixture.ts';
import { makeCeremonies } from './ceremonies.ts';
import { framed, framedUse, selfAttested, unverified } from './vectors.fixture.ts';

const origin = 'https://example.org';
const ceremonies = makeCeremonies(
  () => ({ id: 'example.org', origin }),
  () => 'Matinee',
);

const base64url = (hex: string) => Buffer.from(hex, 'hex').toString('base64url');
const challengeIn = (clientDataJSON: string) => JSON.parse(Buffer.from(clientDataJSON, 'hex').toString()).challenge;
/** The credential id is the 32 bytes before the key; all ES256 keys start with the same bytes. */
const idOf = (attestationObject: string) =>
  base64url(attestationObject.slice(0, attestationObject.indexOf('a5010203')).slice(-64));

/** Makes a passkey from a test vector. */
function readVector({ attestationObject, clientDataJSON }: typeof framed) {
  const id = idOf(attestationObject);
  const response = { attestationObject: base64url(attestationObject), clientDataJSON: base64url(clientDataJSON) };
  const credential = { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  return ceremonies.readNew(credential, challengeIn(clientDataJSON), 'Key');
}

/** Makes a passkey with the mistakes that `bent` describes. */
async function make(bent: Bent, change: (credential: JsonObject) => void = () => undefined) {
  const { challenge, options } = await ceremonies.askToMake({ id: 'usr_a', username: 'anna' }, []);
  const credential = new Authenticator(origin).make(options, bent) as unknown as JsonObject;
  change(credential);
  return ceremonies.readNew(credential, challenge, 'Key');
}

test('[PK10] the self-attested vector of the standard is a passkey', async () => {
  expect(await readVector(selfAttested)).toMatchObject({
    credentialId: base64url('455ef34e2043a87db3d4afeb39bbcb6cc32df9347c789a865ecdca129cbef58c'),
    aaguid: 'df850e09-db6a-fbdf-ab51-697791506cfc',
    isSynced: true,
    counter: 0,
  });
});

test('[PK1] its vectors without user verification, and in a frame of another page, are none', async () => {
  await expect(readVector(unverified)).rejects.toMatchObject({ reason: 'passkeys.invalid' });
  await expect(readVector(framed)).rejects.toMatchObject({ reason: 'passkeys.invalid' });
});

test('[PK1] a use in a frame of another page proves nothing', async () => {
  const response = Object.fromEntries(Object.entries(framedUse).map(([name, hex]) => [name, base64url(hex)]));
  const id = idOf(framed.attestationObject);
  const credential = { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  const key = framed.attestationObject.slice(framed.attestationObject.indexOf('a5010203'));
  const passkey = { credential_id: id, public_key: Buffer.from(key, 'hex'), counter: 0, can_sync: null } as never;
  const challenge = challengeIn(framedUse.clientDataJSON);
  expect(await ceremonies.readUse(credential, challenge, passkey)).toBeUndefined();
});

test('[PK1] a passkey that stayed on its device does not become one that is copied, nor the other way round', async () => {
  for (const canSync of [true, false]) {
    const authenticator = new Authenticator(origin);
    const { challenge, options } = await ceremonies.askToMake({ id: 'usr_a', username: 'anna' }, []);
    const made = await ceremonies.readNew(authenticator.make(options, { canSync }) as never, challenge, 'Key');
    const passkey = {
      credential_id: made.credentialId,
      public_key: Buffer.from(made.publicKey, 'base64'),
      counter: made.counter,
      can_sync: made.canSync,
    } as never;
    const use = async (bent: Bent) => {
      const asked = await ceremonies.askToUse();
      return ceremonies.readUse(authenticator.use(asked.options, bent) as never, asked.challenge, passkey);
    };
    expect(await use({ canSync })).toMatchObject({ isSynced: canSync });
    expect(await use({ canSync: !canSync })).toBeUndefined();
  }
});

test('[PK10] a statement that the key itself signed is checked', async () => {
  const packed = (data: (made: Buffer) => Buffer): Bent => ({
    attest: ({ authData, clientDataHash, privateKey }) => {
      const signature = createSign('sha256').update(data(Buffer.concat([authData, clientDataHash])));
      return [
        'packed',
        cborMap([
          ['alg', cborEs256],
          ['sig', cborBytes(signature.sign(privateKey))],
        ]),
      ];
    },
  });
  expect((await make(packed((data) => data))).name).toBe('Key');
  await expect(make(packed(() => Buffer.from('another')))).rejects.toMatchObject({ reason: 'passkeys.invalid' });
});

test.skipIf(!hasProgram('openssl'))('[PK10] nothing is fetched that a certificate of somebody names', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const attest: Bent['attest'] = ({ authData, clientDataHash, privateKey }) => {
    const certificates = androidChain(
      privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
      clientDataHash,
      port,
    );
    const signature = createSign('sha256')
      .update(Buffer.concat([authData, clientDataHash]))
      .sign(privateKey);
    return [
      'android-key',
      cborMap([
        ['alg', cborEs256],
        ['sig', cborBytes(signature)],
        ['x5c', cborArray(certificates.map(cborBytes))],
      ]),
    ];
  };
  await expect(make({ attest })).rejects.toMatchObject({ reason: 'passkeys.invalid' });
  server.close();
  expect(asked).toEqual([]);
});

test.each([
  ['text', 'usb', []],
  ['an object', {}, []],
  ['nothing', null, []],
  ['many', [...'abcdefghij', 7, null], [...'abcdefgh']],
])('[PK7] %s as transports are no more than what can be shown', async (_, transports, kept) => {
  const passkey = await make({}, (credential) => {
    (credential.response as JsonObject).transports = transports as never;
  });
  expect(passkey.transports).toEqual(kept);
});

test('[PK10] a credential id has 1023 bytes at most', async () => {
  const makeWith = async (bytes: number) => {
    const { challenge, options } = await ceremonies.askToMake({ id: 'usr_a', username: 'anna' }, []);
    const authenticator = new Authenticator(origin, Buffer.alloc(bytes, 7));
    return ceremonies.readNew(authenticator.make(options) as never, challenge, 'Key');
  };
  expect(Buffer.from((await makeWith(1023)).credentialId, 'base64url').length).toBe(1023);
  await expect(makeWith(1024)).rejects.toMatchObject({ reason: 'passkeys.invalid' });
});

/**
 * A certificate chain like those of Android's key store (section 8.4), signed by our own root, with a revocation list
 * at `port`.
 */
function androidChain(leafKey: string, challenge: Buffer, port: number): Buffer[] {
  const folder = mkdtempSync(join(tmpdir(), 'matinee-chain-'));
  const openssl = (...args: string[]) =>
    execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    // KeyDescription of Android's documentation: versions and levels, the challenge, and two empty lists.
    const description = `30340201030a01000201040a01000420${challenge.toString('hex')}040030003000`;
    writeFileSync(join(folder, 'leaf.key'), leafKey);
    writeFileSync(
      join(folder, 'leaf.cnf'),
      `crlDistributionPoints=URI:http://127.0.0.1:${port}/crl\n1.3.6.1.4.1.11129.2.1.17=DER:${description}\n`,
    );
    const root = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', 'root.key'];
    openssl('req', '-x509', ...root, '-out', 'root.pem', '-days', '2', '-subj', '/CN=root');
    openssl('req', '-new', '-key', 'leaf.key', '-subj', '/CN=leaf', '-out', 'leaf.csr');
    const signed = ['-CA', 'root.pem', '-CAkey', 'root.key', '-CAcreateserial', '-days', '1', '-extfile', 'leaf.cnf'];
    openssl('x509', '-req', '-in', 'leaf.csr', ...signed, '-out', 'leaf.pem');
    return ['leaf', 'root'].map((name) => openssl('x509', '-in', `${name}.pem`, '-outform', 'DER'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
