import type { RoomMember } from '@matinee/contract/gen/api.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useResource } from '../../../../client/room/hooks.ts';
import { useSession } from '../../../../client/session/session.tsx';
import { useErrorText } from '../../../../client/words/error-text.ts';
import { useRoom } from '../../../../room/room-scope.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { Drawer } from '../../../../ui/dialogs/drawer.tsx';
import { TextField } from '../../../../ui/fields/text-field.tsx';
import { showToast } from '../../../../ui/signs/toast.tsx';
import { mayName, nameOf } from '../people.ts';
import { roomMembers } from '../resources.ts';
import { MemberRights } from './member-rights.tsx';

/** A member's names in the room, and the reasons for their permissions. [WM8] */
export function MemberDrawer({
  member: asked,
  onClose,
}: {
  readonly member: RoomMember;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('members');
  const { room, self } = useRoom();
  const all = useResource(room, roomMembers);
  // The member's current data; for a member who has left, the last data.
  const member = all?.members.find(({ user_id }) => user_id === asked.user_id) ?? asked;
  const may = mayName(member, self);
  return (
    <Drawer title={nameOf(member)} onClose={onClose}>
      {nameOf(member) !== member.username && <p className="text-muted">{t('alias', { name: member.username })}</p>}
      {may.remark && <NameForm member={member} hasTag={may.tag} />}
      <MemberRights member={member} />
    </Drawer>
  );
}

function NameForm({ member, hasTag }: { readonly member: RoomMember; readonly hasTag: boolean }) {
  const { t } = useTranslation('members');
  const { api } = useSession();
  const { room } = useRoom();
  const errorText = useErrorText();
  const [name, setName] = useState(member.remark_name);
  const [tag, setTag] = useState(member.display_tag);
  const who = { room_id: room.roomId, user_id: member.user_id };
  const save = useMutation({
    mutationFn: async () => {
      if (name !== member.remark_name)
        await api.call('RoomService.UpdateMemberRemarkName', { ...who, remark_name: name });
      if (tag !== member.display_tag)
        await api.call('RoomService.UpdateMemberDisplayTag', { ...who, display_tag: tag });
    },
    onSuccess: () => showToast(t('names.saved')),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={submit} className="grid gap-3">
      <TextField
        label={t('names.name')}
        hint={t('names.hint', { name: member.display_name })}
        maxLength={50}
        dir="auto"
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={save.error ? errorText(save.error) : undefined}
      />
      {hasTag && (
        <TextField
          label={t('names.tag')}
          maxLength={20}
          dir="auto"
          value={tag}
          onChange={(event) => setTag(event.target.value)}
        />
      )}
      <div>
        <Button type="submit" busy={save.isPending}>
          {t('names.save')}
        </Button>
      </div>
    </form>
  );
}
