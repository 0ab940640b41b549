import { dataDirLock } from './data-dir-lock.ts';
import { embeddedPostgres } from './embedded-postgres.ts';
import { systemClock as clock } from '../kernel/clock.ts';
import { makeLog } from '../kernel/log.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrations.ts';
import { openOutbox } from './outbox.ts';
import { makeRelay } from './relay.ts';
const dataDir = process.argv[2]!;
const log = makeLog('info');
const d = () => AbortSignal.timeout(9000);
for (let round = 0; round < 100; round++) {
  const locks = Array.from({ length: 6 }, () => dataDirLock(dataDir));
  const r = await Promise.allSettled(locks.map((l) => l.start!()));
  const n = r.filter((x) => x.status === 'fulfilled').length;
  if (n !== 1) console.log('LOCK', n, r.map((x) => (x as any).reason?.message));
  for (const l of locks) await l.stop!(d());
}
console.log('locks ok');
const lock = dataDirLock(dataDir); await lock.start!();
for (let i = 0; i < 3; i++) {
  const t = performance.now();
  const p = embeddedPostgres({ dataDir, log, clock }); await p.start!();
  const a = performance.now() - t;
  const u = performance.now(); if (i < 2) { await p.stop!(d()); } 
  console.log('start', a.toFixed(), 'stop', (performance.now() - u).toFixed());
  if (i < 2) continue;
  const address = p.address();
  await migrate(address, []);
  const db = openDatabase({ connection: address, poolSize: 20, log, clock });
  const relay = makeRelay({ database: db, outbox: openOutbox(db), connection: address, log, clock }); await relay.start!();
  for (const [name, topics] of [['20 topics', 20], ['1 topic', 1]] as const) {
    let n = 0; const subs = Array.from({ length: topics }, (_, t) => relay.subscribe(`${name}${t}`, 'now', (e) => { n += e.length; }));
    await Promise.all(subs.map((s) => s.ready));
    const t0 = performance.now();
    await Promise.all(Array.from({ length: 20 }, async (_, w) => { for (let k = 0; k < 100; k++) await db.write(async (tx) => tx.emit({ topic: `${name}${w % topics}`, kind: 'k', payload: Buffer.alloc(200) })); }));
    const s = (performance.now() - t0) / 1000;
    console.log(name, (2000 / s).toFixed(), 'writes/s', n);
  }
  await relay.stop!(d()); await db.close(); await p.stop!(d());
}
await lock.stop!(d());
console.log('end');
