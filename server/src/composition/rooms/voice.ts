import { makeStunServer } from '../../features/talk/voice/stun/stun-server.ts';
import { voiceFeature } from '../../features/talk/voice/voice.feature.ts';
import { splitHostAndPort } from '../../kernel/config/config-schemas.ts';
import type { FeatureList } from '../feature-list.ts';
import type { Ground } from '../ground.ts';

/** Voice, and the operator's STUN and TURN servers, through which browsers connect to each other. */
export function addVoice(
  ground: Ground,
  features: FeatureList,
  { rooms }: Pick<Parameters<typeof voiceFeature>[0], 'rooms'>,
): void {
  const { config, clock, log, settings, db, keyValue, realtime } = ground;
  const { 'stun.address': address, 'stun.public_address': publicAddress, 'turn.urls': urls } = config;
  const secret = config['turn.secret'];
  const stun =
    address === undefined || publicAddress === undefined
      ? undefined
      : { server: makeStunServer({ ...splitHostAndPort(address)!, clock, log }), publicAddress };
  const turn = secret === undefined ? undefined : { urls, secret };
  const { publish } = realtime;
  const parts = { ...ground, settings: settings.voice, keys: keyValue, replicaId: db.origin, publish };
  features.add(voiceFeature({ ...parts, rooms, stun, turn }));
}
