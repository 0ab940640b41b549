import { ProxyMode } from '@matinee/contract/gen/service/provider/media_source_pb.ts';
import { ProxyReason } from '@matinee/contract/gen/service/provider/provider_common_pb.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DeliveryFacts, decideDelivery } from './delivery.ts';
import { privateHosts } from './delivery-facts.ts';

const plain: DeliveryFacts = {
  adder: ProxyMode.UNSPECIFIED,
  viewer: ProxyMode.UNSPECIFIED,
  needsCredentials: false,
  canSetHeaders: false,
  isMixedContent: false,
  isPrivate: false,
  hasAddress: true,
  isOwn: false,
  cors: 'not_needed',
};
const decide = (facts: Partial<DeliveryFacts>) => decideDelivery({ ...plain, ...facts });

test('[PV3] a file that everybody can load is loaded directly', () => {
  expect(decide({})).toEqual({ isProxied: false, hasChoice: true, reasons: [] });
  expect(decide({ adder: ProxyMode.AUTO, viewer: ProxyMode.AUTO })).toEqual(decide({}));
});

test.each([
  ['mixed content', { isMixedContent: true }, ProxyReason.MIXED_CONTENT],
  ['a private network', { isPrivate: true }, ProxyReason.PRIVATE_UPSTREAM],
  ['refused by CORS', { cors: 'refused' }, ProxyReason.CORS_REFUSED],
] as const)('[PV3] %s goes through the server, and the viewer may try it directly', (_, facts, reason) => {
  expect(decide(facts)).toEqual({ isProxied: true, hasChoice: true, reasons: [reason] });
  expect(decide({ ...facts, viewer: ProxyMode.DIRECT_PREFER })).toMatchObject({ isProxied: false });
});

test('[PV16] what has no address never goes through the server', () => {
  for (const chosen of [{}, { adder: ProxyMode.ONLY }, { viewer: ProxyMode.PREFER, isMixedContent: true }])
    expect(decide({ ...chosen, hasAddress: false })).toEqual({
      isProxied: false,
      hasChoice: false,
      reasons: [ProxyReason.NO_ADDRESS],
    });
});

test('[PV3] where CORS is unknown it is tried directly, and the answer says so', () => {
  expect(decide({ cors: 'unknown' })).toEqual({
    isProxied: false,
    hasChoice: true,
    reasons: [ProxyReason.CORS_UNKNOWN],
  });
});

test("[PV3] the viewer's preference counts more than the adder's", () => {
  expect(decide({ adder: ProxyMode.PREFER })).toMatchObject({ isProxied: true, reasons: [ProxyReason.ADDER] });
  expect(decide({ adder: ProxyMode.PREFER, viewer: ProxyMode.DIRECT_PREFER })).toMatchObject({
    isProxied: false,
    reasons: [ProxyReason.VIEWER],
  });
});

test('[PV2] credentials go to viewers only where the adder chose that, and their player can use them', () => {
  const needsCredentials = true;
  expect(decide({ needsCredentials, viewer: ProxyMode.DIRECT_ONLY })).toEqual({
    isProxied: true,
    hasChoice: false,
    reasons: [ProxyReason.NEEDS_CREDENTIALS],
  });
  expect(decide({ needsCredentials, adder: ProxyMode.DIRECT_PREFER })).toMatchObject({ isProxied: true });
  expect(decide({ needsCredentials, adder: ProxyMode.DIRECT_PREFER, canSetHeaders: true })).toMatchObject({
    isProxied: false,
  });
});

test('[PV1] [PV2] whatever else is known, "only" is obeyed, and there is a reason for each way that is not the usual one', () => {
  const modes = fc.constantFrom(0, 1, 2, 3, 4, 5);
  const facts = fc.record({
    adder: modes,
    viewer: modes,
    needsCredentials: fc.boolean(),
    canSetHeaders: fc.boolean(),
    isMixedContent: fc.boolean(),
    isPrivate: fc.boolean(),
    hasAddress: fc.constant(true),
    isOwn: fc.constant(false),
    cors: fc.constantFrom('not_needed' as const, 'allowed' as const, 'refused' as const, 'unknown' as const),
  });
  fc.assert(
    fc.property(facts, (given) => {
      const { isProxied, hasChoice, reasons } = decideDelivery(given);
      if (given.adder === ProxyMode.ONLY) expect([isProxied, hasChoice]).toEqual([true, false]);
      if (given.adder === ProxyMode.DIRECT_ONLY) expect([isProxied, hasChoice]).toEqual([false, false]);
      if (isProxied || !hasChoice) expect(reasons.length).toBeGreaterThan(0);
      const isGivenAway = given.adder === ProxyMode.DIRECT_ONLY || given.adder === ProxyMode.DIRECT_PREFER;
      if (given.needsCredentials && !isGivenAway) expect([isProxied, hasChoice]).toEqual([true, false]);
    }),
  );
});

test('[PV3] private hosts are told by name and by address', () => {
  const isPublic = (address: string) => address === '203.0.113.1';
  const hosts = ['nas', 'nas.local', 'NAS.LAN', 'a.home.arpa', '192.168.1.2', '[fd00::1]'];
  const others = ['a.example', 'local.example', '203.0.113.1', 'localhost', 'a.localhost', '127.0.0.1', '[::1]'];
  const all = [...hosts, ...others];
  expect(all.filter(privateHosts({ isPublic, mayReach: () => true, reachesPrivate: true }))).toEqual(hosts);
  // The server does not reach hosts that the operator has not allowed either.
  expect(all.filter(privateHosts({ isPublic, mayReach: () => false, reachesPrivate: false }))).toEqual([]);
});
