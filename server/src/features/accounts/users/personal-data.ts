import { ownRows, type PersonalData } from '../../../store/personal-data.ts';

/** This feature's share of an account's archive. */
export const personalData: PersonalData = {
  rows: [
    ownRows('users', {
      file: 'account',
      of: 'id',
      order: 'id',
      columns: [
        'id',
        'username',
        'role',
        'banned',
        'created_at',
        'deleted_at',
        'instant',
        'avatar',
        'chosen_name',
        'display_name',
      ],
      leftOut: {
        username_key: 'another form of the username',
        password_record: 'a secret',
        password_suite: 'belongs to the password record',
        credential_version: 'a counter',
        erased_at: 'empty until the account is gone',
        password_mailed_at: 'a note of the server for itself',
      },
    }),
  ],
};
