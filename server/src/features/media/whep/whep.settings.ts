import { bool, integer, nullable, text } from '../../../kernel/settings/setting-shapes.ts';
import { setting } from '../../../kernel/settings/settings.ts';
import { notAnAddress, notPorts } from '../whip/whip.settings.ts';

export const whepSettings = {
  enabled: setting(
    'whep.enabled',
    bool,
    false,
    'Whether viewers may watch live streams by WebRTC (WHEP), with the least delay. Media go out over UDP.',
  ),
  udpPorts: setting(
    'whep.udpPorts',
    nullable(text(1, 11, notPorts)),
    null,
    'UDP ports for viewers by WHEP, two for each viewer at most. Without it, any free ones are taken.',
    { example: '50200-50999' },
  ),
  announcedAddress: setting(
    'whep.announcedAddress',
    nullable(text(1, 45, notAnAddress)),
    null,
    'IP address that viewers by WHEP reach, where this machine is behind a NAT. Without it, they are told the addresses of the machine.',
    { example: '203.0.113.7' },
  ),
  maxViewersPerStream: setting(
    'whep.maxViewersPerStream',
    integer(1, 1_000),
    50,
    'How many viewers each process sends a live stream to by WHEP. Others watch it in the usual way.',
  ),
};
