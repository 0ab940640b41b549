/** The subject of a report. */
export type ReportTarget =
  | { readonly message_id: string }
  | { readonly member_id: string }
  | { readonly whole_room: Record<never, never> };
