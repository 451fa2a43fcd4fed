/** Accepting an application with all that it creates, and one plain step, each against its minimum. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { median, type Comparison } from './measure.ts';

interface Servers {
  readonly ours: string;
  readonly floor: string;
  readonly sessions: { readonly licensing: string; readonly station: string };
  readonly waiting: number;
  readonly csrf: { readonly token: string; readonly cookie: string };
}

interface Write {
  readonly address: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const connections = 4;
const warmingUp = 4;
const rounds = 11;
const perRound = 100;
const goal = 'at most 1.5 times';

export async function run(): Promise<Comparison[]> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('life-server.ts', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  try {
    const servers = await firstLine(child.stdout);
    const accept = { class: 'simple', lines_confirmed: true };
    return [
      await compare('accept an application with its clearances', servers, {
        step: 'application/oursfiled',
        name: 'accept',
        input: accept,
        session: servers.sessions.licensing,
        twin: 'floorfiled',
        first: 1,
      }),
      await compare('take one step', servers, {
        step: 'clearance/oursstation',
        name: 'desk-review',
        input: { reason: 'Papers are enough.' },
        session: servers.sessions.station,
        twin: 'floorstation',
        // Of other applications: a step also changes the version of the records above and below.
        first: rounds * perRound + 1,
      }),
    ];
  } finally {
    child.stdin.end();
    await new Promise((resolve) => child.once('exit', resolve));
  }
}

interface Compared {
  readonly step: string;
  readonly name: string;
  readonly input: object;
  readonly session: string;
  readonly twin: string;
  /** The number of the first record; each write takes the next. */
  readonly first: number;
}

async function compare(name: string, servers: Servers, compared: Compared): Promise<Comparison> {
  const figures = { ours: [] as number[], floor: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    const numbers = Array.from({ length: perRound }, (_, index) => round * perRound + index + compared.first);
    const ours = await timed(numbers.map((number) => ourWrite(servers, compared, number)));
    const rows = await madeBy(servers, compared, numbers);
    const floor = await timed(
      numbers.map((number) => ({
        ...ourWrite(servers, compared, number),
        address: `${servers.floor}/${compared.twin}${number}/${rows}`,
      })),
    );
    // The benchmark measures a warm server: both sides are compiled by then.
    if (round >= warmingUp) {
      figures.ours.push(ours);
      figures.floor.push(floor);
    }
  }
  const [ours, floor] = [median(figures.ours), median(figures.floor)];
  const ratio = ours / floor;
  return { name, unit: 'ms', ours, floor, ratio, goal, isMet: ratio <= 1.5 };
}

/** The number of records that one of our writes created: the floor writes as many. */
async function madeBy({ floor }: Servers, { step }: Compared, [number]: readonly number[]): Promise<number> {
  const response = await fetch(`${floor}/${step.split('/')[1]}${number}`);
  return (await response.json()) as number;
}

function ourWrite({ ours, csrf }: Servers, { step, name, input, session }: Compared, number: number): Write {
  return {
    address: `${ours}/api/v1/records/${step}${number}/${name}`,
    body: JSON.stringify({ input }),
    headers: {
      authorization: `Bearer ${session}`,
      cookie: csrf.cookie,
      'x-csrf-token': csrf.token,
      'x-requested-with': 'XMLHttpRequest',
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      'if-match': '1',
    },
  };
}

/** Milliseconds for each write, over a few keep-alive connections. */
async function timed(writes: readonly Write[]): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const left = [...writes];
  const start = performance.now();
  const work = async () => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) await send(next, agent);
  };
  await Promise.all(Array.from({ length: connections }, work));
  agent.destroy();
  return (performance.now() - start) / writes.length;
}

function send({ address, headers = {}, body = '' }: Write, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const call = request(address, { method: 'POST', agent, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.once('end', () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`${address}: ${response.statusCode} ${Buffer.concat(parts).toString()}`));
      });
    });
    call.once('error', reject);
    call.end(body);
  });
}

async function firstLine(stream: NodeJS.ReadableStream): Promise<Servers> {
  for await (const line of createInterface({ input: stream })) return JSON.parse(line) as Servers;
  throw new Error('The servers ended before they served.');
}
