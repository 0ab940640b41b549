import { isIP } from 'node:net';
import { defineReasons, type Reason } from '@matinee/contract/reasons.ts';
import { readPorts } from '../../../kernel/settings/port-range.ts';
import { bool, nullable, text } from '../../../kernel/settings/setting-shapes.ts';
import { setting } from '../../../kernel/settings/settings.ts';

const reasons = defineReasons('whip', {
  no_ports: 'is no range of UDP ports; it looks like 50000-50199, with at least two ports from 1024 on',
  no_address: 'is no IP address; it looks like 203.0.113.7',
});

/** Why a text is no range of ports. */
export const notPorts = (value: string): Reason | undefined =>
  readPorts(value, { least: 2 }) ? undefined : reasons.no_ports();
/** Why a text is no address. */
export const notAnAddress = (value: string): Reason | undefined =>
  isIP(value) === 0 ? reasons.no_address() : undefined;

export const whipSettings = {
  enabled: setting(
    'whip.enabled',
    bool,
    false,
    'Whether people send live streams from their browsers, and from programs that speak WHIP. Their media come over UDP.',
  ),
  udpPorts: setting(
    'whip.udpPorts',
    nullable(text(1, 11, notPorts)),
    null,
    'UDP ports for streams by WHIP, two for each stream at most. Without it, any free ones are taken.',
    { example: '50000-50199' },
  ),
  announcedAddress: setting(
    'whip.announcedAddress',
    nullable(text(1, 45, notAnAddress)),
    null,
    'IP address that senders by WHIP reach, where this machine is behind a NAT. Without it, they are told the addresses of the machine.',
    { example: '203.0.113.7' },
  ),
};
