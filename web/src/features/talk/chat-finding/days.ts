/** The first moment of a day, which is `YYYY-MM-DD` by the person's clock. */
export function startOf(day: string): Date {
  return new Date(`${day}T00:00:00`);
}

/** The last moment of a day. The day may have 23 or 25 hours. */
export function endOf(day: string): Date {
  const next = startOf(day);
  next.setDate(next.getDate() + 1);
  return new Date(next.getTime() - 1);
}
