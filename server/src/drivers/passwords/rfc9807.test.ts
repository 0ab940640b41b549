/**
 * The test vectors of RFC 9807, appendix C, for our suite (ristretto255-SHA512): C.1.1, and C.1.2 with names for both
 * sides. They check the library as we call it, as far as its interface allows. [PW10] in the spec of passwords says
 * what is left out and why.
 */
import { createHash, createHmac } from 'node:crypto';
import * as opaque from '@serenity-kit/opaque';
import { beforeAll, expect, test } from 'vitest';

const hex = (value: string) => Buffer.from(value, 'hex');
const wire = (...parts: readonly Buffer[]) => Buffer.concat(parts).toString('base64url');

const seed = hex(
  'f433d0227b0b9dd54f7c4422b600e764e47fb503f1f9a0f0a47c6606b054a7fdc65347f1a08f277e22358bbabe26f823fca82c7848e9a75661f4ec5d5c1989ef',
);
const serverPrivateKey = hex('47451a85372f8b3537e249d7b54188091fb18edde78094b43e2ba42b5eb89f0d');
const serverPublicKey = hex('b2fe7af9f48cc502d016729d2fe25cdd433f2c4bc904660b2a382c9b79df1a78');
const clientPublicKey = hex('76a845464c68a5d2f7e442436bb1424953b17d3e2e289ccbaccafb57ac5c3675');
const maskingKey = hex(
  '1ac5844383c7708077dea41cbefe2fa15724f449e535dd7dd562e66f5ecfb95864eadddec9db5874959905117dad40a4524111849799281fefe3c51fa82785c5',
);
const registrationRequest = hex('5059ff249eb1551b7ce4991f3336205bde44a105a032e747d21bf382e75f7a71');
const registrationResponse = hex(
  '7408a268083e03abc7097fc05b587834539065e86fb0c7b6342fcf5e01e5b019b2fe7af9f48cc502d016729d2fe25cdd433f2c4bc904660b2a382c9b79df1a78',
);
const ke1 = hex(
  'c4dedb0ba6ed5d965d6f250fbe554cd45cba5dfcce3ce836e4aee778aa3cd44dda7e07376d6d6f034cfa9bb537d11b8c6b4238c334333d1f0aebb380cae6a6cc6e29bee50701498605b2c085d7b241ca15ba5c32027dd21ba420b94ce60da326',
);
const context = Buffer.from('OPAQUE-POC');
const serverSetup = wire(seed, serverPrivateKey, serverPublicKey);

/** Where the two vectors differ. */
const vectors = [
  {
    name: 'C.1.1',
    clientIdentity: clientPublicKey,
    serverIdentity: serverPublicKey,
    envelope:
      'ac13171b2f17bc2c74997f0fce1e1f35bec6b91fe2e12dbd323d23ba7a38dfec634b0f5b96109c198a8027da51854c35bee90d1e1c781806d07d49b76de6a28b8d9e9b6c93b9f8b64d16dddd9c5bfb5fea48ee8fd2f75012a8b308605cdd8ba5',
    clientMacKey:
      '91750adbac54a5e8e53b4c233cc8d369fe83b0de1b6a3cd85575eeb0bb01a6a90a086a2cf5fe75fff2a9379c30ba9049510a33b5b0b1444a88800fc3eee2260d',
    ke2: '7e308140890bcde30cbcea28b01ea1ecfbd077cff62c4def8efa075aabcbb47138fe59af0df2c79f57b8780278f5ae47355fe1f817119041951c80f612fdfc6dd6ec60bcdb26dc455ddf3e718f1020490c192d70dfc7e403981179d8073d1146a4f9aa1ced4e4cd984c657eb3b54ced3848326f70331953d91b02535af44d9fedc80188ca46743c52786e0382f95ad85c08f6afcd1ccfbff95e2bdeb015b166c6b20b92f832cc6df01e0b86a7efd92c1c804ff865781fa93f2f20b446c8371b671cd9960ecef2fe0d0f7494986fa3d8b2bb01963537e60efb13981e138e3d4a1c4f62198a9d6fa9170c42c3c71f1971b29eb1d5d0bd733e40816c91f7912cc4a660c48dae03e57aaa38f3d0cffcfc21852ebc8b405d15bd6744945ba1a93438a162b6111699d98a16bb55b7bdddfe0fc5608b23da246e7bd73b47369169c5c90',
    ke3: '4455df4f810ac31a6748835888564b536e6da5d9944dfea9e34defb9575fe5e2661ef61d2ae3929bcf57e53d464113d364365eb7d1a57b629707ca48da18e442',
    sessionKey:
      '42afde6f5aca0cfa5c163763fbad55e73a41db6b41bc87b8e7b62214a8eedc6731fa3cb857d657ab9b3764b89a84e91ebcb4785166fbb02cedfcbdfda215b96f',
  },
  {
    name: 'C.1.2',
    clientIdentity: Buffer.from('alice'),
    serverIdentity: Buffer.from('bob'),
    envelope:
      'ac13171b2f17bc2c74997f0fce1e1f35bec6b91fe2e12dbd323d23ba7a38dfec1ac902dc5589e9a5f0de56ad685ea8486210ef41449cd4d8712828913c5d2b680b2b3af4a26c765cff329bfb66d38ecf1d6cfa9e7a73c222c6efe0d9520f7d7c',
    clientMacKey:
      'f816fe2914f7c5b29852385615d7c7f31ac122adf202d7ccd497606d7aabd48930323d1d02b1cc9ecd456c4de6f46c7950becb18bffd921dd5876381b5486ffe',
    ke2: '7e308140890bcde30cbcea28b01ea1ecfbd077cff62c4def8efa075aabcbb47138fe59af0df2c79f57b8780278f5ae47355fe1f817119041951c80f612fdfc6dd6ec60bcdb26dc455ddf3e718f1020490c192d70dfc7e403981179d8073d1146a4f9aa1ced4e4cd984c657eb3b54ced3848326f70331953d91b02535af44d9fea502150b67fe36795dd8914f164e49f81c7688a38928372134b7dccd50e09f8fed9518b7b2f94835b3c4fe4c8475e7513f20eb97ff0568a39caee3fd6251876f71cd9960ecef2fe0d0f7494986fa3d8b2bb01963537e60efb13981e138e3d4a1c4f62198a9d6fa9170c42c3c71f1971b29eb1d5d0bd733e40816c91f7912cc4a292371e7809a9031743e943fb3b56f51de903552fc91fba4e7419029951c3970b2e2f0a9dea218d22e9e4e0000855bb6421aa3610d6fc0f4033a6517030d4341',
    ke3: '7a026de1d6126905736c3f6d92463a08d209833eb793e46d0f7f15b3e0f62c7643763c02bbc6b8d3d15b63250cae98171e9260f1ffa789750f534ac11a0176d5',
    sessionKey:
      'ae7951123ab5befc27e62e63f52cf472d6236cb386c968cc47b7e34f866aa4bc7638356a73cfce92becf39d6a7d32a1861f12130e824241fe6cab34fbd471a57',
  },
];
type Vector = (typeof vectors)[number];

beforeAll(() => opaque.ready);

/** HKDF-Expand (RFC 5869, section 2.3). */
function expand(key: Buffer, info: Buffer, length: number): Buffer {
  const blocks: Buffer[] = [];
  for (let n = 1; blocks.length * 64 < length; n++)
    blocks.push(
      createHmac('sha512', key)
        .update(Buffer.concat([blocks.at(-1) ?? Buffer.alloc(0), info, Buffer.from([n])]))
        .digest(),
    );
  return Buffer.concat(blocks).subarray(0, length);
}

/** Hash of the transcript up to and including the MAC of the server (section 6.4.2.2). */
function transcriptHash({ clientIdentity, serverIdentity, ke2 }: Vector): Buffer {
  const sized = (value: Buffer) => Buffer.concat([Buffer.from([value.length >> 8, value.length & 255]), value]);
  const names = [Buffer.from('OPAQUEv1-'), sized(context), sized(clientIdentity), ke1, sized(serverIdentity)];
  return createHash('sha512')
    .update(Buffer.concat([...names, hex(ke2)]))
    .digest();
}

test('[PW10] RegistrationResponse is that of the vectors', () => {
  const answer = opaque.server.createRegistrationResponse({
    serverSetup,
    userIdentifier: '1234',
    registrationRequest: wire(registrationRequest),
  });
  expect(answer.registrationResponse).toBe(wire(registrationResponse));
});

for (const vector of vectors) {
  const { name, envelope, clientMacKey, ke2, ke3, sessionKey } = vector;

  test(`[PW10] ${name}: KE2 has the evaluated element, and the masked response that its nonce asks for`, () => {
    const { loginResponse } = opaque.server.startLogin({
      serverSetup,
      userIdentifier: '1234',
      registrationRecord: wire(clientPublicKey, maskingKey, hex(envelope)),
      startLoginRequest: wire(ke1),
    });
    const expected = hex(ke2);
    for (const answer of [expected, Buffer.from(loginResponse, 'base64url')]) {
      expect(answer.length).toBe(320);
      expect(answer.subarray(0, 32)).toEqual(expected.subarray(0, 32));
      const pad = expand(
        maskingKey,
        Buffer.concat([answer.subarray(32, 64), Buffer.from('CredentialResponsePad')]),
        128,
      );
      const opened = answer.subarray(64, 192).map((byte, at) => byte ^ pad[at]!);
      expect(Buffer.from(opened).toString('hex')).toBe(serverPublicKey.toString('hex') + envelope);
    }
  });

  test(`[PW10] ${name}: the library takes the KE3 that keys and transcript give, which is that of the vector, and no other`, () => {
    // The library's state between the two steps: the session key and the MAC that KE3 must equal.
    const state = (transcript: Buffer) =>
      wire(hex(sessionKey), createHmac('sha512', hex(clientMacKey)).update(transcript).digest());
    const finish = (transcript: Buffer, proof: Buffer) =>
      opaque.server.finishLogin({ serverLoginState: state(transcript), finishLoginRequest: wire(proof) });
    const transcript = transcriptHash(vector);
    expect(finish(transcript, hex(ke3)).sessionKey).toBe(wire(hex(sessionKey)));
    const other = hex(ke3);
    other[0]! ^= 1;
    expect(() => finish(transcript, other)).toThrow();
    expect(() => finish(createHash('sha512').update(transcript).digest(), hex(ke3))).toThrow();
  });
}
