/** The commands by name; each is loaded only when it runs. */

/** Takes the words after the command's name; answers the exit code. */
export type Command = (args: readonly string[]) => Promise<number>;

export interface CommandEntry {
  /** One line for the overview. */
  readonly summary: string;
  readonly load: () => Promise<Command>;
  /** Goes on when nobody reads what it prints. */
  readonly isServer?: true;
}

export const commands: Readonly<Record<string, CommandEntry>> = {
  check: {
    summary: 'tell every mistake in the configuration',
    load: async () => (await import('./check.ts')).check,
  },
  routes: {
    summary: 'list every page with its guards and who may open it',
    load: async () => (await import('./routes.ts')).routes,
  },
  explain: {
    summary: 'say what happens when somebody goes to a path, and which rule decides',
    load: async () => (await import('./explain.ts')).explain,
  },
  start: {
    summary: 'start the portal',
    isServer: true,
    load: async () => {
      const { start } = await import('./start/start.ts');
      return (words) => (words.length === 0 ? start() : refuseWords());
    },
  },
  simulate: {
    summary: 'let random people work through random records on a server of their own, and check the books',
    isServer: true,
    load: async () => (await import('./simulate/simulate.ts')).simulate,
  },
  user: {
    summary: 'open an account: user add DEPARTMENT USERNAME, the password on standard input',
    load: async () => (await import('./user.ts')).user,
  },
  mail: {
    summary: 'show the mail that the portal has sent',
    load: async () => (await import('./mail.ts')).mail,
  },
  verify: {
    summary: 'check a document by its code without asking anybody: verify TEXT|FILE [--key FILE]',
    load: async () => (await import('./verify.ts')).verify,
  },
};

/** What it starts with stands in the environment. */
async function refuseWords(): Promise<number> {
  process.stderr.write(
    'Usage: munisipyo start\n       Settings such as PORT and DATA_DIR are read from the environment.\n',
  );
  return 2;
}
