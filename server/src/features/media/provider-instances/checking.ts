import { X509Certificate } from 'node:crypto';
import type { FieldViolation } from '@matinee/contract/reasons.ts';
import { ChannelFailed, findAddresses } from '../../../drivers/grpc-client/channel.ts';
import type { OutgoingGuard } from '../../../drivers/outgoing/guard.ts';
import { isHost, readAddress } from './address.ts';
import { instanceErrors, instanceReasons } from './provider-instances.errors.ts';
import type { InstanceRow } from './provider-instances.store.ts';

type Place = Pick<InstanceRow, 'address' | 'is_plaintext' | 'tls_server_name' | 'tls_ca'>;

/** @throws AppError `provider_instances.invalid` with the fields. [PI1] */
export function refuse(violations: readonly FieldViolation[]): void {
  const [first] = violations;
  if (first) throw instanceErrors.invalid({ violations, message: `${first.field}: ${first.description}` });
}

/** @throws AppError for an instance that the server can never connect to. [PI1] [PI3] */
export async function checkPlace(place: Place, guard: OutgoingGuard): Promise<void> {
  const { address, is_plaintext, tls_server_name, tls_ca } = place;
  const found = readAddress(address);
  const tlsFields = { tls_server_name, tls_ca };
  refuse([
    ...(found ? [] : [{ field: 'address', ...instanceReasons.not_host_and_port() }]),
    ...(tls_server_name === '' || isHost(tls_server_name)
      ? []
      : [{ field: 'tls_server_name', ...instanceReasons.not_a_host() }]),
    ...(tls_ca === '' || areCertificates(tls_ca) ? [] : [{ field: 'tls_ca', ...instanceReasons.not_certificates() }]),
    ...Object.entries(tlsFields).flatMap(([field, value]) =>
      is_plaintext && value !== '' ? [{ field, ...instanceReasons.tls_is_off() }] : [],
    ),
  ]);
  try {
    await findAddresses(found!.host, guard);
  } catch (cause) {
    if (!(cause instanceof ChannelFailed) || cause.fault !== 'private_network') return;
    const entries = cause.message;
    throw instanceErrors.private_address({
      message: `This address is in a private network. To allow it, add ${entries} to outbound.allowed_networks in the configuration of the server, and start it again.`,
      metadata: { allowed_networks: entries },
    });
  }
}

function areCertificates(text: string): boolean {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  try {
    for (const block of blocks) new X509Certificate(block);
    return blocks.length > 0;
  } catch {
    return false;
  }
}

/** True if data for the instance may reach another receiver. */
export function isElsewhere(before: Place, after: Place): boolean {
  return (
    before.address !== after.address ||
    before.is_plaintext !== after.is_plaintext ||
    before.tls_server_name !== after.tls_server_name ||
    before.tls_ca !== after.tls_ca
  );
}
