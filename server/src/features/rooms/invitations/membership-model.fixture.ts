/** The members of one room according to the rules. Short enough to read and check by eye, and fast. */
export interface Model {
  readonly maxMembers: number;
  approval: boolean;
  readonly ranks: Map<number, 1 | 2 | 3>;
  readonly banned: Set<number>;
  readonly waiting: Set<number>;
  /** People who were kicked or rejected. No cooldown ends during a run. */
  readonly cooling: Set<number>;
  readonly invitations: { readonly maker: number; left: number; isRevoked: boolean }[];
}

export type Step =
  | { readonly do: 'join'; readonly who: number; readonly invitation: number | undefined }
  | { readonly do: 'leave' | 'withdraw'; readonly who: number }
  | { readonly do: 'kick' | 'ban' | 'lift' | 'add' | 'approve' | 'reject'; readonly by: number; readonly who: number }
  | { readonly do: 'promote' | 'demote'; readonly by: number; readonly who: number }
  | { readonly do: 'invite'; readonly by: number; readonly uses: number }
  | { readonly do: 'revoke'; readonly by: number; readonly invitation: number }
  | { readonly do: 'approval'; readonly isOn: boolean };

/** A room that person 0 created. */
export function newModel(maxMembers: number): Model {
  return {
    maxMembers,
    approval: false,
    ranks: new Map([[0, 3]]),
    banned: new Set(),
    waiting: new Set(),
    cooling: new Set(),
    invitations: [],
  };
}

/** Applies the step to the model. @returns whether the step succeeds. */
export function apply(model: Model, step: Step): boolean {
  const { ranks, banned, waiting, cooling, invitations } = model;
  const rank = (who: number) => ranks.get(who) ?? 0;
  const mayModerate = (who: number) => rank(who) >= 2;
  const isFull = ranks.size >= model.maxMembers;

  function addMember(who: number): boolean {
    if (rank(who) > 0 || banned.has(who) || isFull) return false;
    ranks.set(who, 1);
    waiting.delete(who);
    return true;
  }

  function join(who: number, index: number | undefined): boolean {
    if (rank(who) > 0) return true;
    const waits = waiting.has(who) && model.approval;
    if (banned.has(who)) return false;
    if (waits && index === undefined) return true;
    if (!waits && (cooling.has(who) || isFull)) return false;
    if (index !== undefined) {
      const invitation = invitations[index]!;
      if (invitation.isRevoked || invitation.left === 0 || !mayModerate(invitation.maker)) return false;
      if (!addMember(who)) return false;
      invitation.left -= 1;
      return true;
    }
    if (!model.approval) return addMember(who);
    waiting.add(who);
    return true;
  }

  function remove(by: number, who: number): boolean {
    if (!mayModerate(by) || rank(who) >= rank(by)) return false;
    return ranks.delete(who);
  }

  switch (step.do) {
    case 'join':
      return join(
        step.who,
        step.invitation !== undefined && step.invitation < invitations.length ? step.invitation : undefined,
      );
    case 'leave':
      return rank(step.who) !== 3 && ranks.delete(step.who);
    case 'withdraw':
      waiting.delete(step.who);
      return true;
    case 'kick':
      if (!remove(step.by, step.who)) return false;
      cooling.add(step.who);
      return true;
    case 'ban':
      if (!mayModerate(step.by) || rank(step.who) >= rank(step.by)) return false;
      ranks.delete(step.who);
      waiting.delete(step.who);
      banned.add(step.who);
      return true;
    case 'lift':
      return mayModerate(step.by) && banned.delete(step.who);
    case 'add':
      return mayModerate(step.by) && addMember(step.who);
    case 'approve':
      return mayModerate(step.by) && waiting.has(step.who) && addMember(step.who);
    case 'reject':
      if (!mayModerate(step.by) || !waiting.delete(step.who)) return false;
      cooling.add(step.who);
      return true;
    case 'promote':
    case 'demote': {
      const [to, from] = step.do === 'promote' ? ([2, 1] as const) : ([1, 2] as const);
      // Only the creator outranks admins, and no member gives their own rank to others.
      if (rank(step.by) <= to || rank(step.by) <= rank(step.who) || rank(step.who) === 0) return false;
      if (rank(step.by) !== 3 && (from === 2 || to === 2)) return rank(step.who) === to && setRank(to);
      return setRank(to);
    }
    case 'invite':
      if (!mayModerate(step.by)) return false;
      invitations.push({ maker: step.by, left: step.uses, isRevoked: false });
      return true;
    case 'revoke': {
      const invitation = invitations[step.invitation];
      if (!mayModerate(step.by) || !invitation) return false;
      invitation.isRevoked = true;
      return true;
    }
    case 'approval':
      model.approval = step.isOn;
      return true;
    default:
      return step satisfies never;
  }

  function setRank(to: 1 | 2): boolean {
    if ('who' in step) ranks.set(step.who, to);
    return true;
  }
}
