/**
 * What waits for an office among 200,000 records; reports over 200,000 and a million clearances from their summaries,
 * and beside them SQL written by hand that reads the rows.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { inTurn, type Comparison, median } from './measure.ts';
import type { ReportCall, ReportServers } from './reports-server.ts';

const sizes = (process.env['BENCH_REPORTS'] ?? '200000,1000000').split(',').map(Number);
const records = 200_000;

export async function run(): Promise<Comparison[]> {
  const script = fileURLToPath(new URL('reports-server.ts', import.meta.url));
  const child = spawn(process.execPath, [script, String(records), ...sizes.map(String)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  try {
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const servers = JSON.parse(String((await lines.next()).value)) as ReportServers;
    const all = [
      await compare(`what waits for an office among ${said(records)}`, servers, { of: 'waiting', goal: 30 }),
    ];
    for (const size of sizes) {
      child.stdin.write('next\n');
      await lines.next();
      const goal = size <= 200_000 ? 30 : 300;
      all.push(
        await compare(`report by month over ${said(size)}`, servers, { of: 'month', goal }),
        await compare(`the same for one office of ${said(size)}`, servers, { of: 'office', goal }),
        await compare(`clocks by office over ${said(size)}`, servers, { of: 'offices', goal }),
      );
    }
    return all;
  } finally {
    child.stdin.end();
    await new Promise((resolve) => child.once('exit', resolve));
  }
}

function said(size: number): string {
  return size.toLocaleString('en');
}

async function compare(
  name: string,
  { ours: address, floor: byHand, calls }: ReportServers,
  { of, goal }: { readonly of: keyof ReportServers['calls']; readonly goal: number },
): Promise<Comparison> {
  const call = calls[of];
  const { ours, floor } = await inTurn(
    3,
    () => time(call, `${address}${call.path}`, 15),
    () => time(call, `${byHand}${call.floorPath}`, 1),
  );
  const ratio = ours / floor;
  return { name, unit: 'ms', ours, floor, ratio, goal: `below ${goal} ms`, isMet: ours < goal };
}

/** Milliseconds of one answer: the median of several, one after the other. */
async function time({ token }: ReportCall, address: string, answers: number): Promise<number> {
  const times: number[] = [];
  for (let answer = 0; answer <= answers; answer += 1) {
    const start = performance.now();
    const response = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
    if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`);
    await response.arrayBuffer();
    // The first one opens the connection.
    if (answer > 0) times.push(performance.now() - start);
  }
  return median(times);
}
