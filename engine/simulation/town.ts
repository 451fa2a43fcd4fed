/** A portal with people in it: the real server over a database of its own, and a calendar that the simulation turns. */
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Portal } from '../portal/model/portal.ts';
import { insertAccount } from '../server/accounts/accounts.ts';
import { hashPassword } from '../server/accounts/password.ts';
import { claimKey } from '../server/audit/anchors.ts';
import { openAuditKey } from '../server/history/audit-key.ts';
import { createApplication } from '../server/kernel/create-application.ts';
import type { LiveApplication } from '../server/kernel/create-application.ts';
import { withoutDurability } from '../server/database/embedded/cluster.ts';
import { openDatabase } from '../server/database/open-database.ts';
import { readSettings } from '../server/kernel/settings.ts';
import { type AcknowledgedWrites, Person, type Tally, type TownAccount } from './person.ts';
import { Servers } from './servers.ts';
import { anHour } from '../portal/time/lengths.ts';

export interface Town {
  readonly application: LiveApplication;
  readonly portal: Portal;
  /** Those who register are added. */
  readonly people: Person[];
  /** Somebody who is not signed in; with the password of an account that they open. */
  newPerson(account: TownAccount, password?: string): Person;
  /** Answers to everything that was written, by status. */
  readonly tally: Tally;
  /** What was answered to those who wrote. */
  readonly acknowledged: AcknowledgedWrites;
  readonly servers: Servers;
  /** Calls that were cut off and sent again. */
  cuts(): number;
  /** Calls back as each call that writes is sent. */
  onWrite(listener: () => void): void;
  /** Lets time pass. */
  advance(hours: number): Promise<void>;
  end(): Promise<void>;
}

interface TownOptions {
  readonly portal: Portal;
  /** How many accounts citizens have; offices have three each, and three for each unit. */
  readonly citizens: number;
  /** Servers over the one database. */
  readonly processes: number;
}

/** The flag without which nobody signs, by its name in the wire format of accounts. */
const approval = 'approve';

/** Everything goes with `end`. */
export async function foundTown({ portal, citizens, processes }: TownOptions): Promise<Town> {
  const directory = await mkdtemp(join(tmpdir(), 'munisipyo-simulation-'));
  // The database may run under an account of its own.
  await chmod(directory, 0o755);
  const settings = readSettings({ DATA_DIR: directory, NODE_ENV: 'production' });
  const database = await openDatabase(settings, (line) => process.stderr.write(`${line}\n`), {
    ...withoutDurability,
    // Each server has some twenty.
    max_connections: String(30 + 25 * processes),
  });
  const auditKey = await openAuditKey(settings, database);
  await claimKey(database, auditKey);
  const servers = new Servers({ portal, directory, count: processes });
  const now = (): Date => servers.now();
  const application = await createApplication({ settings, database, portal, auditKey, now });
  await servers.ready();
  const tally: Tally = new Map();
  const acknowledged: AcknowledgedWrites = { versions: new Map(), begun: new Set() };
  const password = randomUUID();
  const door = { servers, password, tally, acknowledged, cuts: 0, onWrite: () => {} };
  const people = await settle({ application, citizens, password }, (account) => new Person(door, account));
  return {
    application,
    portal,
    people,
    newPerson: (account, own) => new Person(door, account, own),
    tally,
    acknowledged,
    servers,
    cuts: () => door.cuts,
    onWrite: (listener) => {
      door.onWrite = listener;
    },
    advance: (hours) => servers.advance(hours * anHour),
    end: async () => {
      await servers.end();
      await database.end();
      await rm(directory, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** They share their password, and so they may share its hash. */
async function settle(
  {
    application,
    citizens,
    password,
  }: { readonly application: LiveApplication; readonly citizens: number; readonly password: string },
  toPerson: (account: TownAccount) => Person,
): Promise<Person[]> {
  const portal = application.portal();
  const hash = await hashPassword(password);
  const people: Person[] = [];
  for (const { key, kind, units, title, flags } of Object.values(portal.departments)) {
    const rows = units === null ? [] : (portal.lookups[units]?.rows ?? []);
    const places = rows.length > 0 ? rows.map(({ value }) => value) : [null];
    // One who prepares and two who approve: nobody approves what he prepared himself.
    const count = kind === 'citizen' ? citizens : 3;
    const set = Object.entries(flags).filter(([, flag]) => typeof flag.default === 'boolean');
    for (const unit of kind === 'citizen' ? [null] : places) {
      for (let index = 1; index <= count; index += 1) {
        const username = `${key}-${unit ?? 'all'}-${index}@simulated.example`;
        const isApprover = kind !== 'citizen' && index > 1;
        const given = Object.fromEntries(
          set.map(([name]) => [name, !(name === approval && !isApprover && kind !== 'citizen')]),
        );
        await application.database.transaction((client) =>
          insertAccount(client, {
            department: key,
            username,
            name: `${title} ${index}`,
            unit,
            flags: given,
            hash,
          }),
        );
        people.push(toPerson({ department: key, username, unit, flags: given, isApprover }));
      }
    }
  }
  return people;
}
