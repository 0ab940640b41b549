import type { Row } from '@matinee/testkit/contract-table.ts';

const prepare = 'ProviderCommonService.PrepareLiveProxy';
const at = (url: string) => ({ source: { url } });

export const pullRows: Row[] = [
  {
    name: '[PUL9] a live stream elsewhere is prepared',
    as: 'stranger',
    call: prepare,
    request: at('rtmp://live.example.org/app/evening'),
    expect: { ok: { source: { live_proxy: { url: 'rtmp://live.example.org/app/evening' } }, name: 'evening' } },
  },
  {
    name: 'but for nobody',
    as: 'anonymous',
    call: prepare,
    request: at('rtmp://live.example.org/app/evening'),
    expect: { error: 'call.unauthenticated' },
  },
  {
    name: '[PUL9] [LPX4] what is no live stream is refused',
    as: 'stranger',
    call: prepare,
    request: at('ftp://live.example.org/evening'),
    expect: { error: 'providers.invalid_source' },
  },
  {
    name: '[PUL9] nothing is none either',
    as: 'stranger',
    call: prepare,
    request: {},
    expect: { error: 'call.invalid_request' },
  },
  {
    name: '[PUL5] [PUL9] an address in a private network is refused',
    as: 'stranger',
    call: prepare,
    request: at('rtmp://10.1.2.3/app/evening'),
    expect: { error: 'pull.private_address' },
  },
];
