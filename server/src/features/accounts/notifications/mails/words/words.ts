import type { SuccessionKind } from '@matinee/contract/gen/service/client/notifications_pb.ts';

/** Facts for a sentence: person, room and count. */
export interface About {
  /** Empty: the mail does not name the person. */
  readonly who: string;
  readonly room: string;
  readonly count: number;
}

/** The sentences of mails about notifications, in one language. */
export interface MailWords {
  several(count: number): string;
  others(count: number): string;
  roles: Readonly<Record<number, string>>;
  added(about: About): string;
  requests(about: About): string;
  joined(about: About, approved: boolean): string;
  /** `name`: name of the room that awaits approval. */
  rooms(about: About, name: string): string;
  created(about: About, approved: boolean): string;
  role(about: About, role: string): string;
  removed(about: About, isBan: boolean): string;
  reports(about: About): string;
  decided(resolved: boolean): string;
  mentions(about: About): string;
  /** The member who gets a room when its owner leaves. */
  succession(about: About, kind: SuccessionKind): string;
}
