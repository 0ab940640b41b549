import { integer } from '@matinee/server/kernel/settings/setting-shapes.ts';
import { SettingsRegistry, setting } from '@matinee/server/kernel/settings/settings.ts';
import { inTurn, median, ratioOf } from '../figures.ts';

const reads = 20_000_000;
const rounds = 7;

/**
 * Reads of a live setting, compared with reads of a property of a plain object. Both values change now and then, so
 * that the compiler cannot treat either as a constant.
 */
export async function measureReading(): Promise<Record<string, number>> {
  const registry = new SettingsRegistry();
  const view = registry.declare({ limit: setting('server.maxChatMessages', integer(0, 1000), 1, 'A limit.') });
  const plain = { limit: 1 };
  let sum = 0;
  const time = async (holder: { readonly limit: number }, change: (value: number) => void): Promise<number> => {
    const startedAtMs = performance.now();
    for (let block = 0; block < 20; block++) {
      change(block);
      for (let n = 0; n < reads / 20; n++) sum += holder.limit;
    }
    return ((performance.now() - startedAtMs) * 1e6) / reads;
  };
  const ours = () => time(view, (value) => registry.apply({ 'server.maxChatMessages': value }));
  const control = () =>
    time(plain, (value) => {
      plain.limit = value;
    });
  // Run each once without measuring, so that the compiler has seen both.
  await ours();
  await control();
  const measured = await inTurn(rounds, ours, control);
  if (sum === 0) throw new Error('nothing was read');
  return {
    read_ns: median(measured.ours),
    control_read_ns: median(measured.control),
    read_ratio: ratioOf(measured, (ns) => ns),
  };
}
