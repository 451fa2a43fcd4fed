/**
 * One record, a list of an office, its work by due dates and a search among 200,000 records, and how long an office and
 * an owner wait for their to-do list and its counts. Two bare servers run
 * beside the portal's: one with the same statements, one with the least SQL. `BENCH_RECORDS` asks for more records.
 */
import { spawn } from 'node:child_process';
import { Agent, get } from 'node:http';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { inTurn, median, type Comparison } from './measure.ts';
import type { BenchCall, BenchServers } from './records-server.ts';

const records = Number(process.env['BENCH_RECORDS'] ?? 200_000);
const connections = 8;
const milliseconds = 2_500;
const longestWait = 30;
const warmCalls = 60;
const timedCalls = 300;

export async function run(): Promise<Comparison[]> {
  const script = fileURLToPath(new URL('records-server.ts', import.meta.url));
  const child = spawn(process.execPath, [script, String(records)], { stdio: ['pipe', 'pipe', 'inherit'] });
  try {
    const servers = await firstLine(child.stdout);
    return [
      ...(await compare('read one of', 'record', servers)),
      ...(await compare('list an office’s records among', 'list', servers)),
      ...(await compare('list an office’s work by due dates among', 'due', servers)),
      ...(await compare('search an office’s records among', 'search', servers)),
      await latency('show what waits for an office among', 'office', servers),
      await latency('show what waits for an owner among', 'owner', servers),
      await latency('count what is in the navigation among', 'counts', servers),
    ];
  } finally {
    child.stdin.end();
    await new Promise((resolve) => child.once('exit', resolve));
  }
}

/** One record has the same statements as its floor; a list has the least SQL of its page. */
async function compare(
  name: string,
  of: keyof BenchServers['calls'],
  { calls, ours: address, sameSql, leastSql }: BenchServers,
): Promise<Comparison[]> {
  const asked = calls[of];
  const askOurs = () => load(address, asked, 'path');
  const askSame = () => load(sameSql, asked, 'path');
  const askLeast = () => load(leastSql, asked, 'floorPath');
  for (const warm of [askOurs, askSame, askLeast]) await warm();
  const same = await inTurn(3, askOurs, askSame);
  const least = await inTurn(5, askOurs, askLeast);
  const title = `${name} ${records.toLocaleString('en')}`;
  return [
    comparison(`${title}, same SQL`, same, of === 'record' ? 0.5 : null),
    comparison(`${title}, least SQL`, least, of === 'record' ? null : 0.6),
  ];
}

/** @param goal the share of the floor to reach; null: for information */
function comparison(
  name: string,
  { ours, floor }: { readonly ours: number; readonly floor: number },
  goal: number | null,
): Comparison {
  const ratio = ours / floor;
  const said = goal === null ? 'for information' : `at least ${goal}`;
  return { name, unit: 'a second', ours, floor, ratio, goal: said, isMet: goal === null || ratio >= goal };
}

/** Milliseconds for one answer while nobody else asks: the median. */
async function latency(
  name: string,
  of: keyof BenchServers['waiting'],
  { waiting, ours: address }: BenchServers,
): Promise<Comparison> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  for (let step = 0; step < warmCalls + timedCalls; step++) {
    const call = waiting[of][step % waiting[of].length];
    if (call === undefined) break;
    const start = performance.now();
    await read(`${address}${call.path}`, call.token, agent);
    if (step >= warmCalls) times.push(performance.now() - start);
  }
  agent.destroy();
  const ours = median(times);
  return {
    name: `${name} ${records.toLocaleString('en')}`,
    unit: 'ms',
    ours,
    floor: null,
    ratio: null,
    goal: `under ${longestWait} ms`,
    isMet: ours < longestWait,
  };
}

/** Responses each second, over a few keep-alive connections. */
async function load(
  address: string,
  calls: readonly BenchCall[],
  path: 'path' | 'floorPath',
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const start = performance.now();
  let answers = 0;
  const work = async (offset: number) => {
    for (let step = offset; performance.now() - start < milliseconds; step += connections) {
      const call = calls[step % calls.length];
      if (call !== undefined) await read(`${address}${call[path]}`, call.token, agent);
      answers++;
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, offset) => work(offset)));
  agent.destroy();
  return (answers * 1_000) / (performance.now() - start);
}

function read(address: string, token: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(address, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${address}: ${response.statusCode}`));
      response.resume().once('end', () => resolve());
    }).once('error', reject);
  });
}

async function firstLine(stream: NodeJS.ReadableStream): Promise<BenchServers> {
  for await (const line of createInterface({ input: stream })) return JSON.parse(line) as BenchServers;
  throw new Error('The servers ended before they served.');
}
