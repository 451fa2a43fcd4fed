/** The commands by name. Each is loaded only when it runs. */

interface CliCommand {
  /** Receives the arguments after the command's name and returns the exit code. */
  readonly run: (args: readonly string[]) => Promise<number>;
  /** The arguments that may follow the name. */
  readonly usage: string;
}

export interface CommandEntry {
  /** One line for the overview. */
  readonly summary: string;
  readonly load: () => Promise<CliCommand>;
  /** Continues when its output pipe is closed. */
  readonly isServer?: true;
  /** Exit code 1 says something of the configuration, so a database that is away has another one. */
  readonly exitCodeOfFault?: 2;
}

export const commands: Readonly<Record<string, CommandEntry>> = {
  check: {
    summary: 'report every mistake in the configuration',
    load: () => import('./check.ts').then(({ check: run, usage }) => ({ run, usage })),
  },
  routes: {
    summary: 'list every page, its guards and the departments that may open it',
    load: () => import('./routes.ts').then(({ routes: run, usage }) => ({ run, usage })),
  },
  explain: {
    summary: 'say why somebody may open a page, take a step or read a record, and why something is asked',
    exitCodeOfFault: 2,
    load: () => import('./explain/explain.ts').then(({ explain: run, usage }) => ({ run, usage })),
  },
  test: {
    summary: 'try the cases of a configuration: pages, requirements, steps, fees',
    load: () => import('./test/test.ts').then(({ test: run, usage }) => ({ run, usage })),
  },
  lsp: {
    summary: 'serve an editor: diagnostics, definition, references, completion, rename',
    isServer: true,
    load: () => import('./lsp/lsp.ts').then(({ lsp: run, usage }) => ({ run, usage })),
  },
  rename: {
    summary: 'give something another name everywhere: rename question "permit: phone" mobile',
    load: () => import('./rename/rename.ts').then(({ rename: run, usage }) => ({ run, usage })),
  },
  plan: {
    summary: 'say what a change of the configuration makes different, and for whom',
    exitCodeOfFault: 2,
    load: () => import('./plan/plan.ts').then(({ plan: run, usage }) => ({ run, usage })),
  },
  replay: {
    summary: 'run recorded histories again on a changed configuration, and say what would go otherwise',
    exitCodeOfFault: 2,
    load: () => import('./replay/replay.ts').then(({ replay: run, usage }) => ({ run, usage })),
  },
  diff: {
    summary: 'say what is different between two folders, revisions or versions of a configuration',
    load: () => import('./plan/diff.ts').then(({ diff: run, usage }) => ({ run, usage })),
  },
  apply: {
    summary: 'put the configuration of a folder in force, without a restart',
    exitCodeOfFault: 2,
    load: () => import('./apply/apply.ts').then(({ apply: run, usage }) => ({ run, usage })),
  },
  rollback: {
    summary: 'put an earlier version in force again: rollback 41',
    exitCodeOfFault: 2,
    load: () => import('./apply/rollback.ts').then(({ rollback: run, usage }) => ({ run, usage })),
  },
  approve: {
    summary: 'approve a version that needs a second person: approve w3',
    exitCodeOfFault: 2,
    load: () =>
      import('./apply/decide-waiting.ts').then(({ approve: run, usageOfApprove: usage }) => ({ run, usage })),
  },
  withdraw: {
    summary: 'take back a version that waits: withdraw w3',
    exitCodeOfFault: 2,
    load: () =>
      import('./apply/decide-waiting.ts').then(({ withdraw: run, usageOfWithdraw: usage }) => ({
        run,
        usage,
      })),
  },
  versions: {
    summary: 'list the configurations that were in force, or prune the files of old ones',
    load: () => import('./apply/versions.ts').then(({ versions: run, usage }) => ({ run, usage })),
  },
  show: {
    summary: 'list the files of a version, or write one or all of them: show 41 [FILE]',
    load: () => import('./plan/show.ts').then(({ show: run, usage }) => ({ run, usage })),
  },
  new: {
    summary: 'add an office, a requirement kind, a page … with everything that belongs to it',
    load: () => import('./new/new.ts').then(({ makeNew: run, usage }) => ({ run, usage })),
  },
  schemas: {
    summary: 'write schemas with which an editor completes the names of the configuration',
    load: () => import('./schemas/schemas.ts').then(({ schemas: run, usage }) => ({ run, usage })),
  },
  docs: {
    summary: 'write pages about a configuration: offices, workflows, permissions, the charter',
    load: () => import('./docs/docs.ts').then(({ docs: run, usage }) => ({ run, usage })),
  },
  start: {
    summary: 'start the portal',
    isServer: true,
    load: async () => ({
      run: async (words) => (words.length === 0 ? (await import('./start/start.ts')).start() : refuseWords()),
      usage: usageOfStart,
    }),
  },
  simulate: {
    summary: 'run random people through random records on a separate server, and check the results',
    isServer: true,
    load: () => import('./simulate/simulate.ts').then(({ simulate: run, usage }) => ({ run, usage })),
  },
  user: {
    summary: 'open or change an account: user add DEPARTMENT USERNAME, user change USERNAME --unit UNIT',
    load: () => import('./user.ts').then(({ user: run, usage }) => ({ run, usage })),
  },
  demo: {
    summary: 'fill an empty demonstration with records, or end it: demo --end',
    load: () => import('./demo.ts').then(({ demo: run, usage }) => ({ run, usage })),
  },
  mail: {
    summary: 'show the messages of the portal: e-mail and other channels',
    load: () => import('./mail.ts').then(({ mail: run, usage }) => ({ run, usage })),
  },
  audit: {
    summary: 'check that the histories of records are complete: audit verify',
    exitCodeOfFault: 2,
    load: () => import('./audit.ts').then(({ audit: run, usage }) => ({ run, usage })),
  },
  verify: {
    summary: 'check that a document is genuine, without the portal: verify TEXT|FILE [--key FILE]',
    load: () => import('./verify.ts').then(({ verify: run, usage }) => ({ run, usage })),
  },
};

const usageOfStart = `Usage: munisipyo start
       Reads settings such as PORT and DATA_DIR from the environment.
`;

function refuseWords(): number {
  process.stderr.write(usageOfStart);
  return 2;
}
