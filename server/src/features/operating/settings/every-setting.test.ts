/** Every setting of the contract through its default, its bounds, what lies outside of them, and clearing. */
import { SettingKind } from '@matinee/contract/gen/service/client/settings_pb.ts';
import { startTestServer, type TestServer } from '@matinee/testkit/server.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultSettings } from '../../../composition/declared-settings.ts';
import { settingFields } from './settings-messages.ts';

/**
 * `default`, accepted values, and refused values. `reads`: the value that is read, where it differs from the sent one.
 */
interface Case {
  readonly default: unknown;
  readonly good: readonly unknown[];
  readonly bad: readonly unknown[];
  readonly reads?: (sent: never) => unknown;
}

const bool = (initial: boolean): Case => ({ default: initial, good: [true, false], bad: ['true', 1] });
const integer = (initial: number, min: number, max: number): Case => ({
  default: initial,
  good: [min, max, initial],
  bad: [min - 1, max + 1, 1.5, 'many', true],
});
const member = [
  'send_chat_messages',
  'manage_own_media',
  'browse_library',
  'view_members',
  'view_chat_history',
  'use_voice_chat',
  'use_p2p_media',
];
const admin = [
  ...member,
  'delete_media',
  'reorder_media',
  'clear_media',
  'manage_live_streams',
  'control_playback_state',
  'navigate_playback',
  'view_playback_history',
  'review_join_requests',
  'remove_members',
  'manage_member_permissions',
  'add_members',
  'manage_room_settings',
  'delete_chat_messages',
];
const guest = ['view_members', 'view_chat_history', 'use_voice_chat', 'use_p2p_media'];
const long = (length: number) => 'a'.repeat(length);
const named = (instanceName: string) => ({ instanceName, google: { clientId: 'a', clientSecret: 'b' } });
const oidc = (issuer: string) => ({ instanceName: 'own', oidc: { clientId: 'a', clientSecret: 'b', issuer } });
const withoutSecret = ({ clientSecret, ...rest }: Record<string, unknown>) => ({
  ...rest,
  clientSecretSet: clientSecret !== undefined,
});

const cases: Record<string, Case> = {
  'server.name': {
    default: 'Matinee',
    good: ['C', long(128), '🎬'.repeat(128), 'Kino am Eck'],
    bad: [
      '',
      long(129),
      '🎬'.repeat(129),
      ' Cinema',
      'Cinema ',
      'Cin\nema',
      'Cin\u0085ema',
      '\u00a0Cinema',
      'Cin\u202eema',
      'Cin\u200bema',
      '\u3164',
      5,
    ],
  },
  'server.allowRoomCreation': bool(true),
  'server.maxRoomsPerUser': integer(10, 1, 1000),
  'server.maxMembersPerRoom': integer(100, 1, 10_000),
  'server.maxChatMessages': integer(500, 0, 10_000),
  'permissions.adminDefaultPermissions': {
    default: admin,
    good: [[], admin, ['delete_media']],
    bad: [['delete_room'], ['fly'], ['view_members', 'view_members'], 'view_members', [0], [99]],
  },
  'permissions.memberDefaultPermissions': {
    default: member,
    good: [[], member, admin],
    bad: [['delete_room'], ['fly'], ['view_members', 'view_members'], [0]],
  },
  'permissions.guestDefaultPermissions': {
    default: [],
    good: [[], guest, ['use_voice_chat']],
    bad: [
      ...admin.filter((name) => !guest.includes(name)).map((name) => [name]),
      ['delete_room'],
      [guest[0], guest[0]],
    ],
  },
  'room.disableCreateRoom': bool(false),
  'room.createRoomNeedReview': bool(false),
  'room.passwordPolicy': {
    default: 'optional',
    good: ['optional', 'required', 'forbidden'],
    bad: ['never', '', 0, 4, 'ROOM_PASSWORD_POLICY_UNSPECIFIED', true],
  },
  'user.enablePasswordSignup': bool(false),
  'user.passwordSignupNeedReview': bool(false),
  'user.enableEmailSignup': bool(false),
  'user.emailSignupNeedReview': bool(false),
  'user.enableWebauthnSignup': bool(false),
  'user.webauthnSignupNeedReview': bool(false),
  'user.enableInstantSignup': bool(false),
  'user.instantSignupNeedReview': bool(false),
  'user.enableInstantRooms': bool(false),
  'user.enableGuest': bool(true),
  'oauth2.providers': {
    default: [],
    good: [
      [],
      [named(long(64)), named('a-B_9')],
      [oidc('https://id.example.org/realms/one'), { ...named('b'), enableSignup: true, signupNeedReview: true }],
      [oidc('http://127.0.0.1:9000')],
      [{ instanceName: 'a', apple: { webClientId: 'w', webClientSecret: 's' } }],
      [{ instanceName: 'a', apple: { nativeClientId: 'w', nativeClientSecret: 's' } }],
    ],
    bad: [
      [named('')],
      [named(long(65))],
      [named('ä')],
      [named('a b')],
      [named('a/b')],
      [named('same'), named('same')],
      [{ instanceName: 'none' }],
      [{ ...named('two'), github: { clientId: 'a', clientSecret: 'b' } }],
      [{ instanceName: 'a', google: { clientId: 'a' } }],
      [{ instanceName: 'a', google: { clientId: '', clientSecret: 'b' } }],
      [{ instanceName: 'a', google: { clientId: 'a', clientSecret: '' } }],
      [{ instanceName: 'a', oidc: { clientId: 'a', clientSecret: 'b' } }],
      [oidc('http://id.example.org')],
      [oidc('https://id.example.org?x=1')],
      [oidc('https://id.example.org#x')],
      [oidc('https://a:b@id.example.org')],
      [oidc('id.example.org')],
      [{ instanceName: 'a', apple: {} }],
      [{ instanceName: 'a', apple: { webClientId: 'w' } }],
      [{ instanceName: 'a', apple: { webClientId: 'w', nativeClientSecret: 's' } }],
      [{ instanceName: 'a', myspace: { clientId: 'a', clientSecret: 'b' } }],
      'google',
    ],
    reads: (sent: Record<string, unknown>[]) =>
      sent.map(({ instanceName, enableSignup = false, signupNeedReview = false, ...kinds }) => {
        const [[kind, parts]] = Object.entries(kinds) as [[string, Record<string, unknown>]];
        const { webClientSecret, nativeClientSecret, ...rest } = parts;
        const shown =
          kind === 'apple'
            ? { ...rest, webClientSecretSet: !!webClientSecret, nativeClientSecretSet: !!nativeClientSecret }
            : withoutSecret(parts);
        return { instanceName, enableSignup, signupNeedReview, [kind]: shown };
      }),
  },
  'oauth2.allowedRedirectUrls': {
    default: [],
    good: [
      [],
      ['https://watch.example.org/callback'],
      ['https://a.example/x?y=1', 'https://a.example:8443', 'https://BÜCHER.example/ä'],
    ],
    bad: [
      ['http://watch.example.org/callback'],
      ['watch.example.org'],
      ['https://'],
      ['https:watch.example.org/callback'],
      ['https:/\\watch.example.org/callback'],
      ['https://watch.example.org\\@evil.example/'],
      ['https://watch.example.org/a/../b'],
      ['https://watch.example.org/#x'],
      ['https://*.example.org/x'],
      ['https://a:b@example.org/x'],
      ['https://a.example/ x'],
      [' https://a.example'],
      ['https://a.example', 'https://a.example'],
      ['javascript:alert(1)'],
      [''],
    ],
  },
  'rtmp.advertiseAddress': {
    default: null,
    good: [
      'rtmp://live.example.org',
      'rtmps://live.example.org:1936',
      'rtmp://[2001:db8::1]:1935',
      'rtmp://10.0.0.1:65535',
    ],
    bad: [
      'http://live.example.org',
      'live.example.org',
      'rtmp://live.example.org/',
      'rtmp://live.example.org/live',
      'rtmp://live.example.org?x',
      'rtmp://live.example.org#x',
      'rtmp://anna:secret@live.example.org',
      'rtmp://live.example.org:0',
      'rtmp://live.example.org:65536',
      'rtmp://live.example.org:',
      'rtmp://',
      'rtmp://-live.example.org',
      ' rtmp://live.example.org',
      '',
    ],
  },
  'rtmp.graceSeconds': integer(60, 10, 600),
  'whep.enabled': bool(false),
  'whep.udpPorts': {
    default: null,
    good: ['50200-50999', '1024-65535'],
    bad: ['', '50000', '50199-50000', '50000-50000', '80-90', '50000-70000', 1],
  },
  'whep.announcedAddress': {
    default: null,
    good: ['203.0.113.7', '2001:db8::1'],
    bad: ['', 'live.example.org', '203.0.113', '203.0.113.7:80', 1],
  },
  'whep.maxViewersPerStream': integer(50, 1, 1_000),
  'whip.enabled': bool(false),
  'whip.udpPorts': {
    default: null,
    good: ['50000-50199', '1024-65535'],
    bad: ['', '50000', '50199-50000', '50000-50000', '80-90', '50000-70000', 1],
  },
  'whip.announcedAddress': {
    default: null,
    good: ['203.0.113.7', '2001:db8::1'],
    bad: ['', 'live.example.org', '203.0.113', '203.0.113.7:80', 1],
  },
  'srt.enabled': bool(false),
  'srt.udpPorts': {
    default: '9000-9019',
    good: ['9000-9000', '50000-50199', '64536-65535'],
    bad: ['', '9000', '9019-9000', '80-90', '65000-70000', '9000-10000', 1],
  },
  'srt.latencyMs': integer(500, 20, 8_000),
  'srt.waitSeconds': integer(1_800, 60, 86_400),
  'srt.maxStreams': integer(8, 1, 64),
  'files.giveFromDisk': bool(true),
  'files.maxGivenPerPage': integer(4, 1, 8),
  'files.filmPictures': bool(true),
  'rtmp.dvrMinutes': integer(15, 0, 240),
  'rtmp.maxDvrMegabytes': integer(2_048, 16, 1_000_000),
  'rtmp.ladder': bool(false),
  'rtmp.maxLadderProcesses': integer(0, 0, 64),
  'rtmp.maxPulls': integer(32, 0, 1_000),
  'rtmp.maxPullsPerRoom': integer(4, 0, 64),
  'rtmp.maxRecordingMegabytes': integer(4_096, 1, 1_000_000),
  'rtmp.maxRecordingMinutes': integer(240, 1, 1_440),
  'rtmp.recordings': bool(true),
  'rtmp.secondPublisherTakesOver': bool(false),
  'rtmp.tsDisguisedAsPng': bool(false),
  'email.enabled': bool(false),
  'email.smtpHost': {
    default: null,
    good: ['smtp.example.org', 'localhost', '192.0.2.1', '2001:db8::1', `${`${long(62)}.`.repeat(4)}a`],
    bad: [
      '',
      'smtp.example.org:25',
      'smtp://smtp.example.org',
      'a b',
      ' smtp.example.org',
      '-a.org',
      `${long(64)}.org`,
      5,
    ],
  },
  'email.smtpPort': integer(587, 1, 65_535),
  'email.smtpCredentials': {
    default: null,
    good: [
      { username: 'anna', password: 'x' },
      { username: long(255), password: long(255) },
    ],
    bad: [
      { username: 'bert' },
      { username: 'bert', password: '' },
      { username: '', password: 'x' },
      { username: long(256), password: 'x' },
      { username: 'bert', password: long(256) },
      { username: 'a\nb', password: 'x' },
      { username: 'a', password: 'x\r\ny' },
      { username: 'a', password: 'x', realm: 'y' },
      'anna:x',
    ],
    reads: ({ username }: { username: string }) => ({ username, passwordSet: true }),
  },
  'email.smtpProxy': {
    default: null,
    good: [
      { url: 'socks5://proxy.example.org:1080' },
      { url: 'socks5://[2001:db8::1]:1' },
      { url: 'socks5://192.0.2.1:65535', credentials: { username: 'anna', password: 'x' } },
    ],
    bad: [
      { url: '' },
      { url: 'http://proxy.example.org:1080' },
      { url: 'socks5://proxy.example.org' },
      { url: 'socks5://proxy.example.org:1080/' },
      { url: 'socks5://proxy.example.org:1080/x' },
      { url: 'socks5://a:b@proxy.example.org:1080' },
      { url: 'socks5://proxy.example.org:0' },
      { url: 'socks5://proxy.example.org:65536' },
      { url: 'socks5://proxy.example.org:1080?x' },
      { credentials: { username: 'a', password: 'b' } },
      { url: 'socks5://proxy.example.org:1080', credentials: { username: 'bert' } },
    ],
    reads: ({ url, credentials }: { url: string; credentials?: { username: string } }) => ({
      url,
      ...(credentials ? { credentials: { username: credentials.username, passwordSet: true } } : {}),
    }),
  },
  'email.useTls': bool(true),
  'email.fromEmail': {
    default: null,
    good: ['cinema@example.org', "o'neil+films@mail.example.org"],
    bad: [
      '',
      'cinema',
      'cinema@',
      '@example.org',
      'a@b',
      'a b@example.org',
      'Cinema <a@example.org>',
      'a@example.org, b@example.org',
      'a@example.org\n',
      'a..b@example.org',
    ],
  },
  'email.fromName': {
    default: 'Matinee',
    good: ['C', long(128)],
    bad: ['', long(129), ' Cinema', 'Cinema\r\nBcc: anna@example.org'],
  },
  'email.whitelistEnabled': bool(false),
  'email.whitelistDomains': {
    default: [],
    good: [[], ['example.org', 'anna@example.net']],
    bad: [
      ['@example.org'],
      ['example'],
      ['*.example.org'],
      ['example.org', 'EXAMPLE.org'],
      ['https://example.org'],
      [''],
      'example.org',
    ],
  },
  'webrtc.externalIceServers': {
    default: [
      { urls: ['stun:stun.l.google.com:19302'], credentialSet: false },
      { urls: ['stun:stun.cloudflare.com:3478'], credentialSet: false },
    ],
    good: [
      [],
      [{ urls: ['stun:stun.example.org', 'stuns:stun.example.org:5349'] }],
      [
        {
          urls: ['turn:turn.example.org:3478?transport=udp', 'turns:[2001:db8::1]:5349?transport=tcp'],
          username: 'u',
          credential: 'c',
        },
      ],
    ],
    bad: [
      [{ urls: [] }],
      [{}],
      [{ urls: ['https://stun.example.org'] }],
      [{ urls: ['stun://stun.example.org'] }],
      [{ urls: ['stun:'] }],
      [{ urls: ['stun:stun.example.org:70000'] }],
      [{ urls: ['stun:stun.example.org?transport=udp'] }],
      [{ urls: ['turn:turn.example.org?transport=sctp'], username: 'u', credential: 'c' }],
      [{ urls: ['turn:turn.example.org'] }],
      [{ urls: ['turn:turn.example.org'], username: 'other' }],
      [{ urls: ['stun:a.example'], credential: 'c' }],
      [{ urls: ['stun:a.example'] }, { urls: ['stun:a.example'] }],
      [{ urls: 'stun:a.example' }],
      Array.from({ length: 17 }, (_, n) => ({ urls: [`stun:stun${n}.example.org`] })),
      {},
    ],
    reads: (sent: Record<string, unknown>[]) =>
      sent.map(({ credential, ...rest }) => ({ ...rest, credentialSet: credential !== undefined })),
  },
  'webrtc.maxVoiceParticipantsPerRoom': integer(8, 2, 32),
  'files.maxMegabytesPerUser': integer(1_024, 0, 1_000_000),
  'files.maxMegabytesPerRoom': integer(4_096, 0, 1_000_000),
  'user.maxWatchedEntries': integer(2_000, 0, 100_000),
  'user.watchedRetentionDays': integer(730, 1, 3650),
  'chat.maxMessagesPerRoom': integer(500, 0, 100_000),
  'chat.maxPinnedMessagesPerRoom': integer(20, 0, 1000),
  'chat.messageRetentionDays': integer(90, 1, 3650),
  'chat.blockedWords': {
    default: [],
    good: [[], ['spam', 'buy now'], ['ä'.repeat(100)]],
    bad: ['spam', [''], [' '], ['x'.repeat(101)], [1], ['spam', 'SPAM']],
  },
  'cors.allowedOrigins': {
    default: [],
    good: [[], ['https://watch.example.org', 'http://localhost:3000']],
    bad: [
      ['https://watch.example.org/'],
      ['https://watch.example.org/path'],
      ['https://watch.example.org:443'],
      ['HTTPS://watch.example.org'],
      ['watch.example.org'],
      ['ftp://watch.example.org'],
      ['*'],
      ['https://*.example.org'],
      ['https://watch*.example.org'],
      ['null'],
      ['https://a.example', 'https://a.example'],
    ],
  },
  'youtube.apiKey': {
    default: null,
    good: [{ password: 'AIzaKey' }, { username: 'cinema', password: 'AIzaKey' }],
    bad: [
      { password: long(201) },
      { password: 'a\nb' },
      { username: 'a\nb', password: 'AIzaKey' },
      { password: 'AIzaKey', project: 'x' },
      'AIzaKey',
    ],
    reads: ({ username = '' }: { username?: string }) => ({ username, passwordSet: true }),
  },
  'tmdb.apiKey': {
    default: null,
    good: [{ password: '0123456789abcdef0123456789abcdef' }, { username: 'cinema', password: 'eyJhbGciOiJIUzI1NiJ9' }],
    bad: [{ password: long(501) }, { password: 'a\nb' }, { password: '' }, 'eyJhbGciOiJIUzI1NiJ9'],
    reads: ({ username = '' }: { username?: string }) => ({ username, passwordSet: true }),
  },
  'youtube.client': {
    default: null,
    good: [{ username: 'cinema', password: 'AIzaKey' }],
    bad: [
      { username: 'other' },
      { username: '', password: 'AIzaKey' },
      { username: 'cinema', password: long(201) },
      { username: 'cinema', password: 'a\nb' },
      { username: 'cinema', password: 'AIzaKey', project: 'x' },
      'AIzaKey',
    ],
    reads: ({ username }: { username: string }) => ({ username, passwordSet: true }),
  },
  'twitch.client': {
    default: null,
    good: [{ username: 'cinema', password: 'AIzaKey' }],
    bad: [
      { username: 'other' },
      { username: '', password: 'AIzaKey' },
      { username: 'cinema', password: long(201) },
      { username: 'cinema', password: 'a\nb' },
      { username: 'cinema', password: 'AIzaKey', project: 'x' },
      'AIzaKey',
    ],
    reads: ({ username }: { username: string }) => ({ username, passwordSet: true }),
  },
};

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer({ config: { 'bootstrap.settings': {} } });
  token = (await server.signIn()).token;
});
afterAll(() => server?.stop());

/** Sends a value like a client of the HTTP interface. */
async function send(key: string, value: unknown) {
  const [group, leaf] = key.split('.') as [string, string];
  const settings = { [group]: value === undefined ? {} : { [leaf]: value } };
  return server.http({ verb: 'POST', path: '/api/admin/settings', token, body: { settings, updateMask: key } });
}

async function readValue(key: string): Promise<unknown> {
  const [group, leaf] = key.split('.') as [string, string];
  const { json } = await server.http({ verb: 'GET', path: '/api/admin/settings', token });
  return json.settings[group]?.[leaf] ?? null;
}

const declarations = [...defaultSettings().declarations.values()];

describe('[RS1] keys and fields are the same', () => {
  test('each key has one field, each field a key, and each key a case here', () => {
    expect([...settingFields.keys()].sort()).toEqual(declarations.map(({ key }) => key).sort());
    expect(Object.keys(cases).sort()).toEqual(declarations.map(({ key }) => key).sort());
  });

  test.each(declarations)('the field of $key fits its kind', ({ key, kind, nullable = false }) => {
    const field = settingFields.get(key)!;
    const { TEXTS, PERMISSIONS, ICE_SERVERS, OAUTH2_PROVIDERS } = SettingKind;
    const isList = [TEXTS, PERMISSIONS, ICE_SERVERS, OAUTH2_PROVIDERS].includes(kind);
    expect(field.fieldKind === 'list').toBe(isList);
    const type = field.message?.name ?? field.enum?.name ?? field.scalar;
    expect(type).toBe(
      {
        [SettingKind.UNSPECIFIED]: 'no kind',
        [SettingKind.BOOL]: 8,
        [SettingKind.INTEGER]: [5, 13].includes(field.scalar ?? 0) ? field.scalar : 'an integer',
        [SettingKind.TEXT]: 9,
        [SettingKind.CHOICE]: 'RoomPasswordPolicy',
        [TEXTS]: 9,
        [PERMISSIONS]: 'Permission',
        [SettingKind.CREDENTIALS]: 'Credentials',
        [SettingKind.SECRET]: 'Credentials',
        [SettingKind.PROXY]: 'SmtpProxy',
        [ICE_SERVERS]: 'ExternalIceServer',
        [OAUTH2_PROVIDERS]: 'OAuth2ProviderSettings',
      }[kind],
    );
    // `clearing` needs to know for each field whether a value was sent.
    expect(isList || field.message !== undefined || field.proto.proto3Optional).toBe(true);
    expect(nullable).toBe(cases[key]!.default === null);
  });
});

describe.each(Object.entries(cases))('%s', (key, { default: initial, good, bad, reads = (sent: unknown) => sent }) => {
  test('its default is that of the contract', async () => {
    expect(await readValue(key)).toEqual(initial);
  });

  test.each(good.map((value) => [JSON.stringify(value).slice(0, 60), value]))('accepts %s', async (_, value) => {
    const { status, text } = await send(key, value);
    expect(status, text).toBe(200);
    expect(await readValue(key)).toEqual(reads(value as never));
  });

  test.each(bad.map((value) => [JSON.stringify(value).slice(0, 60), value]))('[RS2] refuses %s', async (_, value) => {
    await send(key, good[good.length - 1]);
    const before = await readValue(key);
    const { status, json, text } = await send(key, value);
    expect(status, text).toBe(400);
    const fields: string[] = json.details.violations.map(({ field }: { field: string }) => field);
    expect(fields.map((field) => field.replace(/^settings\./, '').slice(0, key.length))).toEqual(fields.map(() => key));
    expect(fields.length).toBeGreaterThan(0);
    expect(json.error).toContain(key);
    expect(await readValue(key)).toEqual(before);
  });

  test('[RS4] goes back to its default', async () => {
    const body = { resetMask: key };
    const { status } = await server.http({ verb: 'POST', path: '/api/admin/settings', token, body });
    expect(status).toBe(200);
    expect(await readValue(key)).toEqual(initial);
  });
});
