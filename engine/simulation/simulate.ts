/** Random people file and work through random records on the real server; then the books are checked. */
import { counted } from '../portal/text/counted.ts';
import type { Portal } from '../portal/model/portal.ts';
import type { RecordType } from '../portal/model/record-type.ts';
import { wakeDue } from '../server/records/upkeep/wake-due.ts';
import { openRecords, whoseTurn } from './agenda.ts';
import { checkInvariants } from './invariants.ts';
import { killsBetween } from './killer.ts';
import { exampleOf, workOn, type Play } from './play.ts';
import type { Person } from './person.ts';
import { createRandom } from './random.ts';
import { foundTown, type Town } from './town.ts';

/** Steps after which the work is given up, for each record that was filed. */
const patience = 400;

/** Records that are worked on between two looks at what is open. */
const round = 96;

/** People who work at the same time. */
const atOnce = 8;

export interface SimulationOptions {
  readonly applications: number;
  readonly seed: number;
  /** Servers over the one database. */
  readonly processes: number;
  /** Kill servers in the middle of calls. */
  readonly kill: boolean;
}

/** @returns the exit code: 1 where an invariant is broken, 2 where citizens can begin nothing */
export async function simulate(portal: Portal, words: SimulationOptions): Promise<number> {
  const type = busiestType(portal);
  if (type === null) return say('No record type of this configuration can be begun by citizens.\n', 2);
  const citizens = Math.max(2, Math.ceil(words.applications / 5));
  const { processes } = words;
  const town = await foundTown({ portal, citizens, processes, say: (line) => void say(`${line}\n`, 0) });
  try {
    const play: Play = { town, random: createRandom(words.seed) };
    if (words.kill) town.onWrite(killsBetween(town.servers, createRandom(words.seed)));
    const steps = await run(play, type, words.applications);
    town.onWrite(() => {});
    await town.servers.ready();
    process.stdout.write(`${sayWork(town, type, { ...words, steps })}\n`);
    if (words.kill) process.stdout.write(`${sayKills(town)}\n`);
    process.stdout.write(await sayStates(town));
    const findings = await checkInvariants(town, type.type);
    for (const { name, checked, broken } of findings) {
      const examples = broken.slice(0, 5).map((one) => `\n    ${one}`);
      process.stdout.write(
        `${broken.length === 0 ? 'ok    ' : 'BROKEN'} ${name}: ${checked} checked, ${broken.length} broken${examples.join('')}\n`,
      );
    }
    return findings.every(({ broken }) => broken.length === 0) ? 0 : 1;
  } finally {
    await town.end();
  }
}

/** The type below which most other types stand, of those that citizens begin. */
function busiestType(portal: Portal): RecordType | null {
  const types = Object.values(portal.recordTypes);
  const below = (type: string): number => types.filter(({ parents }) => parents.includes(type)).length;
  const begun = types.filter(
    ({ type, parents, account, builtIn }) =>
      parents.length === 0 && account === null && builtIn === null && Object.hasOwn(portal.workflows, type),
  );
  return begun.toSorted((a, b) => below(b.type) - below(a.type))[0] ?? null;
}

/** @returns how many steps were taken */
async function run(play: Play, type: RecordType, applications: number): Promise<number> {
  const { town, random } = play;
  const owners = type.parties['owner']?.departments ?? [];
  const filers = town.people.filter(({ department }) => owners.includes(department));
  let filed = 0;
  let steps = 0;
  for (let idle = 0; idle < 40 && steps < applications * patience;) {
    for (let index = 0; filed < applications && index < 10; index += 1) {
      filed += 1;
      await begin(play, random.pick(filers), { type, index: filed });
    }
    const before = steps;
    // Where those whose turn it is can do nothing, others may still give up or refuse.
    steps += await workRound(play, { andWaiting: idle > 0 });
    idle = steps === before ? idle + 1 : 0;
    // Where nobody can do anything, it is time that has to pass.
    await town.advance(idle === 0 ? random.below(5) : 24 * (1 + random.below(20)));
    await wakeDue(town.application);
    if (idle > 0 && (await openOf(town, { andWaiting: true })).length === 0) break;
  }
  return steps;
}

/** Works on some of what is open, on each once: what was done to it changes whose turn it is. */
async function workRound({ town, random }: Play, which: { andWaiting: boolean }): Promise<number> {
  const open = [...(await openOf(town, which))];
  const turns = Array.from({ length: Math.min(round, open.length) }, () => {
    const [record] = open.splice(random.below(open.length), 1);
    // Chance of its own for each, so that who is faster changes nothing.
    const own = createRandom(random.below(2 ** 32));
    return async (): Promise<boolean> => {
      const person = record && whoseTurn(town.portal, town.people, { record, random: own });
      return record && person ? workOn({ town, random: own }, person, record) : false;
    };
  });
  const waiting = turns.values();
  let steps = 0;
  const workers = Array.from({ length: atOnce }, async () => {
    for (const turn of waiting) if (await turn()) steps += 1;
  });
  await Promise.all(workers);
  return steps;
}

function openOf(
  { application, portal }: Town,
  which: { readonly andWaiting: boolean },
): ReturnType<typeof openRecords> {
  return openRecords(application.database, portal, which);
}

/** Two of the same would be refused: what must differ gets a number. */
async function begin(
  play: Play,
  person: Person,
  { type, index }: { readonly type: RecordType; readonly index: number },
): Promise<void> {
  const data = exampleOf(play, { type: type.type, kind: null, form: type.form });
  for (const field of type.unique?.over ?? []) {
    const value = data[field];
    if (typeof value === 'string' && value.includes(' ')) data[field] = `${value} ${index}`;
  }
  await person.call('POST', `records/${type.type}`, { body: { data } });
}

function sayWork(
  { people, tally }: Town,
  { title }: RecordType,
  { applications, seed, steps }: { applications: number; seed: number; steps: number },
): string {
  const answers = [...tally].toSorted().map(([status, count]) => `${count} × ${status}`);
  return (
    `${applications} × ${title}, seed ${seed}: ${counted(steps, 'turn', 'turns')} by ${counted(people.length, 'person', 'people')}; ` +
    `writes answered ${answers.join(', ')}.`
  );
}

function sayKills({ servers, cuts }: Town): string {
  return `${counted(servers.kills, 'server was', 'servers were')} killed and started again; ${counted(cuts(), 'call was', 'calls were')} sent again.`;
}

/** How many records of each type ended in which state. */
async function sayStates({ application, portal }: Town): Promise<string> {
  const rows = await application.database.query<{ type: string; state: string; count: number }>(
    'SELECT type, state, count(*)::integer AS count FROM records GROUP BY type, state ORDER BY type, count DESC',
  );
  const types = Map.groupBy(rows, ({ type }) => type);
  return [...types]
    .map(([type, states]) => {
      const titles = portal.workflows[type]?.states ?? {};
      const counts = states.map(({ state, count }) => `${count} ${titles[state]?.title ?? state}`);
      return `  ${portal.recordTypes[type]?.title ?? type}: ${counts.join(', ')}\n`;
    })
    .join('');
}

function say<Code extends number>(text: string, code: Code): Code {
  process.stderr.write(text);
  return code;
}
