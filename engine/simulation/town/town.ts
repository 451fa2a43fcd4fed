/** Sets up a portal with accounts: real servers with a separate database, and a clock that the simulation moves. */
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Portal } from '../../portal/model/portal.ts';
import { insertAccount } from '../../server/accounts/accounts.ts';
import { hashPassword } from '../../server/accounts/password.ts';
import { claimKey } from '../../server/audit/anchors.ts';
import { openAuditKey } from '../../server/history/audit-key.ts';
import { createApplication } from '../../server/kernel/create-application.ts';
import type { LiveApplication } from '../../server/kernel/create-application.ts';
import { withoutDurability } from '../../server/database/embedded/cluster.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { readSettings } from '../../server/kernel/settings.ts';
import { type AcknowledgedWrites, Person, type Tally, type TownAccount } from './person.ts';
import { emptyPaper, type PaperMaker } from './sample.ts';
import { Servers } from './servers.ts';
import { anHour } from '../../portal/time/lengths.ts';

export interface Town {
  readonly application: LiveApplication;
  readonly portal: Portal;
  /** Includes accounts that people register. */
  readonly people: Person[];
  /** A person who is not signed in, with the password of the account that they will register. */
  newPerson(account: TownAccount, password?: string): Person;
  /** The number of answers to calls that write, by status. */
  readonly tally: Tally;
  /** What the servers acknowledged. */
  readonly acknowledged: AcknowledgedWrites;
  readonly servers: Servers;
  /** The number of interrupted calls that were repeated. */
  cuts(): number;
  /** Called with each call that writes. */
  onWrite(listener: () => void): void;
  /** What people send for an item. */
  readonly paperFor: PaperMaker;
  /** Moves the clock forward. */
  advance(hours: number): Promise<void>;
  end(): Promise<void>;
}

interface TownOptions {
  readonly portal: Portal;
  /** The number of requesters’ accounts. Each office has three, and three more for each unit. */
  readonly requesters: number;
  /** The number of servers; they share one database. */
  readonly processes: number;
}

/** The flag that signing requires, as accounts name it in the API. */
const approval = 'approve';

/** Call `end` to stop the servers and delete the database. */
export async function foundTown({ portal, requesters, processes }: TownOptions): Promise<Town> {
  const directory = await mkdtemp(join(tmpdir(), 'munisipyo-simulation-'));
  // The database may run under another account of the operating system.
  await chmod(directory, 0o755);
  const settings = readSettings({ DATA_DIR: directory, NODE_ENV: 'production' });
  const database = await openDatabase(settings, (line) => process.stderr.write(`${line}\n`), {
    ...withoutDurability,
    // Each server opens about twenty connections.
    max_connections: String(30 + 25 * processes),
  });
  const auditKey = await openAuditKey(settings, database);
  await claimKey(database, auditKey);
  const environment = { DATA_DIR: directory };
  const servers = new Servers({ portal, environment, count: processes });
  const application = await createApplication({
    settings,
    database,
    portal,
    auditKey,
    now: () => servers.now(),
  });
  await servers.ready();
  const password = randomUUID();
  const accounts = await settle({ application, requesters, password });
  const end = async (): Promise<void> => {
    await servers.end();
    await database.end();
    await rm(directory, { recursive: true, force: true, maxRetries: 3 });
  };
  return townOf({ application, servers, accounts, password, paperFor: emptyPaper, end });
}

interface TownParts extends Pick<Town, 'application' | 'servers' | 'paperFor' | 'end'> {
  readonly accounts: readonly TownAccount[];
  /** Of all these accounts. */
  readonly password: string;
}

/** A town whose servers run and whose accounts are open. */
export function townOf({ application, servers, accounts, password, paperFor, end }: TownParts): Town {
  const tally: Tally = new Map();
  const acknowledged: AcknowledgedWrites = { versions: new Map(), begun: new Set() };
  const door = { servers, password, tally, acknowledged, cuts: 0, onWrite: () => {} };
  return {
    application,
    portal: application.portal(),
    people: accounts.map((account) => new Person(door, account)),
    newPerson: (account, own) => new Person(door, account, own),
    tally,
    acknowledged,
    servers,
    cuts: () => door.cuts,
    onWrite: (listener) => {
      door.onWrite = listener;
    },
    paperFor,
    advance: (hours) => servers.advance(hours * anHour),
    end,
  };
}

/** All accounts have the same password, so one hash is enough. */
async function settle({
  application,
  requesters,
  password,
}: {
  readonly application: LiveApplication;
  readonly requesters: number;
  readonly password: string;
}): Promise<TownAccount[]> {
  const portal = application.portal();
  const hash = await hashPassword(password);
  const people: TownAccount[] = [];
  for (const { key, kind, units, title, flags } of Object.values(portal.departments)) {
    const rows = units === null ? [] : (portal.lookups[units]?.rows ?? []);
    const places = rows.length > 0 ? rows.map(({ value }) => value) : [null];
    // One prepares and two approve, because nobody may approve their own work.
    const count = kind === 'requester' ? requesters : 3;
    const set = Object.entries(flags).filter(([, flag]) => typeof flag.default === 'boolean');
    for (const unit of kind === 'requester' ? [null] : places) {
      for (let index = 1; index <= count; index += 1) {
        const username = `${key}-${unit ?? 'all'}-${index}@simulated.example`;
        const isApprover = kind !== 'requester' && index > 1;
        const given = Object.fromEntries(
          set.map(([name]) => [name, !(name === approval && !isApprover && kind !== 'requester')]),
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
        people.push({ department: key, username, unit, flags: given, isApprover });
      }
    }
  }
  return people;
}
