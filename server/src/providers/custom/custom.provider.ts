import { create } from '@bufbuild/protobuf';
import { type CustomLoginRequestSchema, CustomSourceSchema } from '@matinee/contract/gen/service/provider/custom_pb.ts';
import { CustomProviderService } from '@matinee/contract/gen/service/provider/custom_service_pb.ts';
import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import { defineReasons } from '@matinee/contract/reasons.ts';
import { decodeOr, nameOfFile } from '../media-address.ts';
import type { AccountKind, MediaProvider } from '../provider.ts';
import { ProviderError } from '../provider-error.ts';

const reasons = defineReasons('custom', {
  too_long: 'has more than 16 kB',
  no_format: 'must be a file, HLS, DASH or FLV',
});

/** Most characters of a configuration as JSON. Each listing of the playlist contains it. */
const maxConfigLength = 16_384;

/** Formats that are loaded from an address. */
const loaded: ReadonlySet<MediaFormat> = new Set([
  MediaFormat.UNSPECIFIED,
  MediaFormat.FILE,
  MediaFormat.HLS,
  MediaFormat.DASH,
  MediaFormat.FLV,
]);

/** This server runs none of these providers: `features/media/provider-instances` calls the instance instead. */
async function nobody(): Promise<never> {
  throw new ProviderError('failed');
}

const accounts: AccountKind<'custom', typeof CustomLoginRequestSchema> = {
  service: CustomProviderService,
  accountOf: ({ accountId, isShared }) => ({ accountId, isShared }),
  checkLogin: () => [],
  signIn: nobody,
  verify: nobody,
  list: nobody,
  search: nobody,
};

/** Sources of providers that only an instance has. [CU1] */
export const custom: MediaProvider<'custom'> = {
  name: 'custom',
  sourceCase: 'custom',
  recognize: () => undefined,
  check({ config, format }, field) {
    const length = config === undefined ? 0 : JSON.stringify(config).length;
    return [
      ...(length > maxConfigLength ? [{ field: `${field}.config`, ...reasons.too_long() }] : []),
      ...(loaded.has(format) ? [] : [{ field: `${field}.format`, ...reasons.no_format() }]),
    ];
  },
  nameOf: ({ name, provider }) => name || provider,
  outline: ({ format }) => ({
    modes: [{ name: 'original', medias: [{ name: '', format: format || MediaFormat.FILE }], subtitles: [] }],
    needsCredentials: true,
  }),
  resolve: nobody,
  accounts: accounts as unknown as AccountKind<'custom'>,
};

/** The source for a link, for a provider with the link's host in `link_hosts`. */
export function sourceOfLink(link: string, provider: string, accountId: string) {
  const file = new URL(link).pathname.split('/').filter(Boolean).at(-1) ?? '';
  const name = nameOfFile(decodeOr(file)) || new URL(link).host;
  return create(CustomSourceSchema, { provider, accountId, name, config: { link } });
}
