import { ownRows, type PersonalData } from '../../../../store/personal-data.ts';

/** The share of this feature in the archive of an account. */
export const personalData: PersonalData = {
  rows: [
    ownRows('provider_accounts', {
      file: 'media-accounts',
      of: 'user_id',
      order: 'created_at',
      columns: ['id', 'provider', 'host', 'name', 'instance_name', 'created_at'],
      leftOut: { user_id: 'the person themselves', sealed_credentials: 'secrets' },
    }),
  ],
};
