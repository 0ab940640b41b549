import { makeStunServer } from '../../features/voice/stun/stun-server.ts';
import { voiceFeature } from '../../features/voice/voice.feature.ts';
import { splitHostAndPort } from '../../kernel/config/config-schemas.ts';
import type { FeatureList } from '../feature-list.ts';
import type { Ground } from '../ground.ts';

/** How browsers find a way to each other, as the operator has set it up. */
export function addVoice(
  { config, clock, log, settings }: Ground,
  features: FeatureList,
  { rooms }: Pick<Parameters<typeof voiceFeature>[0], 'rooms'>,
): void {
  const { 'stun.address': address, 'stun.public_address': publicAddress, 'turn.urls': urls } = config;
  const secret = config['turn.secret'];
  const stun =
    address === undefined || publicAddress === undefined
      ? undefined
      : { server: makeStunServer({ ...splitHostAndPort(address)!, clock, log }), publicAddress };
  const turn = secret === undefined ? undefined : { urls, secret };
  features.add(voiceFeature({ clock, settings: settings.voice, rooms, stun, turn }));
}
