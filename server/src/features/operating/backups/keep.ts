/** Decides which archives to keep. The archive's name contains its time, so no other data is needed. [BU3] [BU4] */

/** Number of days, weeks and months for which one archive each is kept. */
export interface Keep {
  readonly daily: number;
  readonly weekly: number;
  readonly monthly: number;
}

const dayMs = 86_400_000;
/** 1970-01-01 was a Thursday; its week began on Monday, this many days earlier. */
const mondayOffsetDays = 3;
const shape = /^matinee-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z\.mb$/;

/** `matinee-20261128T030000Z.mb` */
export function nameAt(ms: number): string {
  return `matinee-${new Date(ms).toISOString().replace(/\.\d+/, '').replace(/[-:]/g, '')}.mb`;
}

/** The time in a name, in milliseconds since 1970; undefined for a name that is not a backup's. */
export function momentOf(name: string): number | undefined {
  const match = shape.exec(name);
  if (!match) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1).map(Number) as [number, number, ...number[]];
  const ms = Date.UTC(year, month - 1, day, hour, minute, second);
  return nameAt(ms) === name ? ms : undefined;
}

/** The archives to delete. The newest always stays. Pure. */
export function listExpired(names: readonly string[], { daily, weekly, monthly }: Keep): string[] {
  const archives = names
    .flatMap((name) => {
      const ms = momentOf(name);
      return ms === undefined ? [] : [{ name, ms }];
    })
    .sort((a, b) => b.ms - a.ms);
  const staying = new Set(archives.slice(0, 1).map(({ name }) => name));
  const keepNewestOf = (count: number, periodOf: (ms: number) => number | string) => {
    const periods = new Set<number | string>();
    for (const { name, ms } of archives) {
      const period = periodOf(ms);
      if (periods.has(period)) continue;
      if (periods.size === count) return;
      periods.add(period);
      staying.add(name);
    }
  };
  const dayOf = (ms: number) => Math.floor(ms / dayMs);
  keepNewestOf(daily, dayOf);
  keepNewestOf(weekly, (ms) => Math.floor((dayOf(ms) + mondayOffsetDays) / 7));
  keepNewestOf(monthly, (ms) => new Date(ms).toISOString().slice(0, 7));
  return archives.map(({ name }) => name).filter((name) => !staying.has(name));
}
