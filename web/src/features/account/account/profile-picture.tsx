import type { User } from '@matinee/contract/gen/api.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Profile, useSession } from '../../../client/session/session.tsx';
import { Avatar } from '../../../ui/signs/avatar.tsx';
import { PictureField } from '../../shared/pictures/picture-field.port.tsx';
import type { PictureCalls } from '../../shared/pictures/use-upload.port.ts';

/** The person's own picture. [WPC1]–[WPC6] */
export function ProfilePicture({ user }: { readonly user: User }) {
  const { api } = useSession();
  const queryClient = useQueryClient();
  const { calls, remove } = useMemo(() => {
    const show = ({ user: saved }: { readonly user?: User }) =>
      queryClient.setQueryData<Profile>(['profile'], (held) => held && { ...held, ...(saved ? { user: saved } : {}) });
    const made: PictureCalls = {
      create: (fields) => api.call('UserService.CreateUserAvatarUploadSession', fields),
      complete: (request) => api.call('UserService.CompleteUserAvatarUploadSession', request),
      save: (id) => api.call('UserService.UpdateUserAvatar', { avatar_reference: { id } }).then(show),
    };
    return { calls: made, remove: () => api.call('UserService.ClearUserAvatar', {}).then(show) };
  }, [api, queryClient]);
  const shown = <Avatar id={user.id} name={user.display_name} picture={user.avatar} size="huge" />;
  return (
    <PictureField kind="avatar" shown={shown} hasPicture={user.avatar !== undefined} calls={calls} remove={remove} />
  );
}
