/** The members of one room according to the rules. Short enough to verify by eye, and fast. */
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
  switch (step.do) {
    case 'join':
      return join(
        model,
        step.who,
        step.invitation !== undefined && step.invitation < invitations.length ? step.invitation : undefined,
      );
    case 'leave':
      return rankOf(model, step.who) !== 3 && ranks.delete(step.who);
    case 'withdraw':
      waiting.delete(step.who);
      return true;
    case 'kick':
      if (!mayRemove(model, step.by, step.who) || !ranks.delete(step.who)) return false;
      cooling.add(step.who);
      return true;
    case 'ban':
      if (!mayRemove(model, step.by, step.who)) return false;
      ranks.delete(step.who);
      waiting.delete(step.who);
      banned.add(step.who);
      return true;
    case 'lift':
      return mayModerate(model, step.by) && banned.delete(step.who);
    case 'add':
      return mayModerate(model, step.by) && addMember(model, step.who);
    case 'approve':
      return mayModerate(model, step.by) && waiting.has(step.who) && addMember(model, step.who);
    case 'reject':
      if (!mayModerate(model, step.by) || !waiting.delete(step.who)) return false;
      cooling.add(step.who);
      return true;
    case 'promote':
      return changeRank(model, step.by, step.who, { from: 1, to: 2 });
    case 'demote':
      return changeRank(model, step.by, step.who, { from: 2, to: 1 });
    case 'invite':
      if (!mayModerate(model, step.by)) return false;
      invitations.push({ maker: step.by, left: step.uses, isRevoked: false });
      return true;
    case 'revoke': {
      const invitation = invitations[step.invitation];
      if (!mayModerate(model, step.by) || !invitation) return false;
      invitation.isRevoked = true;
      return true;
    }
    case 'approval':
      model.approval = step.isOn;
      return true;
    default:
      return step satisfies never;
  }
}

function rankOf({ ranks }: Model, who: number): number {
  return ranks.get(who) ?? 0;
}

function mayModerate(model: Model, who: number): boolean {
  return rankOf(model, who) >= 2;
}

function mayRemove(model: Model, by: number, who: number): boolean {
  return mayModerate(model, by) && rankOf(model, who) < rankOf(model, by);
}

function isFull({ ranks, maxMembers }: Model): boolean {
  return ranks.size >= maxMembers;
}

function addMember(model: Model, who: number): boolean {
  if (rankOf(model, who) > 0 || model.banned.has(who) || isFull(model)) return false;
  model.ranks.set(who, 1);
  model.waiting.delete(who);
  return true;
}

function join(model: Model, who: number, index: number | undefined): boolean {
  const { banned, waiting, cooling, invitations } = model;
  if (rankOf(model, who) > 0) return true;
  const waits = waiting.has(who) && model.approval;
  if (banned.has(who)) return false;
  if (waits && index === undefined) return true;
  if (!waits && (cooling.has(who) || isFull(model))) return false;
  if (index !== undefined) {
    const invitation = invitations[index]!;
    if (invitation.isRevoked || invitation.left === 0 || !mayModerate(model, invitation.maker)) return false;
    if (!addMember(model, who)) return false;
    invitation.left -= 1;
    return true;
  }
  if (!model.approval) return addMember(model, who);
  waiting.add(who);
  return true;
}

function changeRank(
  model: Model,
  by: number,
  who: number,
  { from, to }: { readonly from: 1 | 2; readonly to: 1 | 2 },
): boolean {
  const [own, before] = [rankOf(model, by), rankOf(model, who)];
  // Only the creator outranks admins, and no member gives their own rank to others.
  if (own <= to || own <= before || before === 0) return false;
  if (own !== 3 && (from === 2 || to === 2) && before !== to) return false;
  model.ranks.set(who, to);
  return true;
}
