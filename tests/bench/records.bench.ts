/**
 * One record, a list of an office and its work by due dates among 200,000, against a bare Fastify with the same SQL.
 */
import { spawn } from 'node:child_process';
import { Agent, get } from 'node:http';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { inTurn, type Comparison } from './measure.ts';

interface Servers {
  readonly ours: string;
  readonly floor: string;
  readonly token: string;
  readonly paths: readonly string[];
}

const connections = 8;
const milliseconds = 2_500;

export async function run(): Promise<Comparison[]> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('records-server.ts', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  try {
    const servers = await firstLine(child.stdout);
    return [
      await compare(
        'read one of 200,000 records',
        servers,
        servers.paths.filter((path) => !isList(path)),
      ),
      await compare(
        'list an office’s records among 200,000',
        servers,
        servers.paths.filter(isOf('checklist')),
      ),
      await compare(
        'list an office’s work by its due dates among 200,000',
        servers,
        servers.paths.filter(isOf('clearance')),
        0.7,
      ),
    ];
  } finally {
    child.stdin.end();
    await new Promise((resolve) => child.once('exit', resolve));
  }
}

async function compare(
  name: string,
  servers: Servers,
  paths: readonly string[],
  least = 0.5,
): Promise<Comparison> {
  await load(servers.ours, servers.token, paths);
  await load(servers.floor, servers.token, paths);
  const { ours, floor } = await inTurn(
    5,
    () => load(servers.ours, servers.token, paths),
    () => load(servers.floor, servers.token, paths),
  );
  const ratio = ours / floor;
  const goal = least === 0.7 ? 'at least 0.7' : `at least ${least}, aim 0.7`;
  return { name, unit: 'a second', ours, floor, ratio, goal, isMet: ratio >= least };
}

/** Responses each second, over a few keep-alive connections. */
async function load(address: string, token: string, paths: readonly string[]): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const start = performance.now();
  let answers = 0;
  const work = async (offset: number) => {
    for (let step = offset; performance.now() - start < milliseconds; step += connections) {
      await read(`${address}${paths[step % paths.length]}`, token, agent);
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

async function firstLine(stream: NodeJS.ReadableStream): Promise<Servers> {
  for await (const line of createInterface({ input: stream })) return JSON.parse(line) as Servers;
  throw new Error('The servers ended before they served.');
}

function isList(path: string): boolean {
  return path.includes('?');
}

function isOf(type: string): (path: string) => boolean {
  return (path) => path.includes(`/${type}?`);
}
