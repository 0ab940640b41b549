import { SettingKind } from '@matinee/contract/gen/service/client/settings_pb.ts';
import { defineReasons, type Reason } from '@matinee/contract/reasons.ts';
import { z } from 'zod';
import { isUrl } from '../../../kernel/http/urls.ts';
import { because, settingReasons } from '../../../kernel/settings/setting-reasons.ts';
import { checked, integer, line, listOf, type Shape } from '../../../kernel/settings/setting-shapes.ts';
import { setting } from '../../../kernel/settings/settings.ts';

/** A STUN or TURN server in the form that browsers take (`RTCIceServer` of WebRTC 1.0, section 4.2.4). */
export interface IceServer {
  readonly urls: string[];
  readonly username?: string | undefined;
  readonly credential?: string | undefined;
}

const reasons = defineReasons('voice', {
  not_an_address: 'is not an address such as stun:stun.example.org:3478 or turns:turn.example.org',
  more_than_a_port: 'is a STUN address with something behind the port',
  bad_transport: 'may have only ?transport=udp or ?transport=tcp behind the port',
  no_address: 'has no address',
  server_expected: 'must be a server with urls and, for TURN, username and credential',
  half_a_pair: 'needs both username and credential, or none',
  turn_needs_both: 'is a TURN server, which needs username and credential',
});

/** The reason why `value` is not a URI of RFC 7064 (STUN) or RFC 7065 (TURN); undefined for a valid one. */
function notAnIceUrl(value: string): Reason | undefined {
  const match = /^(stuns?|turns?):(\[[0-9a-f:.]+\]|[a-z0-9]([a-z0-9.-]*[a-z0-9])?)(?::(\d{1,5}))?(\?.*)?$/i.exec(value);
  if (!match || !isUrl(`http://${match[2]}`)) return reasons.not_an_address();
  const [, scheme, , , port, query] = match;
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65_535)) return settingReasons.bad_port();
  if (query === undefined) return undefined;
  if (scheme?.toLowerCase().startsWith('stun')) return reasons.more_than_a_port();
  return /^\?transport=(udp|tcp)$/.test(query) ? undefined : reasons.bad_transport();
}

const server: z.ZodType<IceServer> = checked(
  z.strictObject(
    {
      urls: listOf(checked(line(1, 300), notAnIceUrl), (url) => url, 8).refine(
        (v) => v.length > 0,
        because(reasons.no_address()),
      ),
      username: line(1, 512).optional(),
      credential: line(1, 512).optional(),
    },
    because(reasons.server_expected()),
  ),
  ({ urls, username, credential }) => {
    if ((username === undefined) !== (credential === undefined)) return reasons.half_a_pair();
    const isTurn = urls.some((url) => /^turns?:/i.test(url));
    return isTurn && username === undefined ? reasons.turn_needs_both() : undefined;
  },
);

/** Most servers in the list. Browsers query all of them, and more than a few slow down connecting. */
const maxServers = 16;

const iceServers: Shape<IceServer[]> = {
  kind: SettingKind.ICE_SERVERS,
  schema: listOf(server, ({ urls, username }) => JSON.stringify([urls, username]), maxServers),
  min: 0,
  max: maxServers,
  secrets: {
    properties: [{ name: 'credential', boundTo: ['username'] }],
    itemKey: ({ urls, username }) => JSON.stringify([urls, username]),
  },
};

export const voiceSettings = {
  externalIceServers: setting(
    'webrtc.externalIceServers',
    iceServers,
    [{ urls: ['stun:stun.l.google.com:19302'] }, { urls: ['stun:stun.cloudflare.com:3478'] }],
    'STUN and TURN servers by which browsers find a way to each other. An empty list uses none.',
  ),
  maxParticipantsPerRoom: setting(
    'webrtc.maxVoiceParticipantsPerRoom',
    integer(2, 32, 'people'),
    8,
    'People who may speak in a room at the same time. Calls that go on are not cut when it is lowered.',
  ),
};
