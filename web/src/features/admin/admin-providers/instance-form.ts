import type { ProviderInstance } from '@matinee/contract/gen/api.ts';

/** The text in the fields. */
export interface Form {
  readonly name: string;
  readonly address: string;
  readonly isTls: boolean;
  readonly tlsCa: string;
  readonly tlsServerName: string;
  readonly secret: string;
  readonly isSecretRemoved: boolean;
  readonly comment: string;
}

export function formOf(instance: ProviderInstance | undefined): Form {
  return {
    name: instance?.name ?? '',
    address: instance?.address ?? '',
    isTls: !(instance?.plaintext ?? false),
    tlsCa: instance?.tls_ca ?? '',
    tlsServerName: instance?.tls_server_name ?? '',
    secret: '',
    isSecretRemoved: false,
    comment: instance?.comment ?? '',
  };
}

/** The request of `AddProviderInstance`. */
export function placeOf({ name, address, isTls, tlsCa, tlsServerName, secret, comment }: Form) {
  return {
    name,
    address: address.trim(),
    plaintext: !isTls,
    tls_ca: isTls ? tlsCa : '',
    tls_server_name: isTls ? tlsServerName.trim() : '',
    secret,
    comment,
  };
}

/** The request of `UpdateProviderInstance`. An empty secret keeps the present one, unless it is to be removed. */
export function changeOf(form: Form, instance: ProviderInstance) {
  const { secret, ...place } = placeOf(form);
  const keeps = secret === '' && !(form.isSecretRemoved && instance.has_secret);
  return { ...place, ...(keeps ? {} : { secret }) };
}
