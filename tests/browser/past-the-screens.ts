/** API calls without the screens, as the user who is signed in on a page. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { WireDecision } from '../../engine/portal/routing/decide.ts';
import { password, root, type RunningPortal } from './portal.ts';

/** Another account, created from the command line beside the running portal. */
export async function addAccount(
  { dataDirectory }: RunningPortal,
  department: string,
  username: string,
): Promise<void> {
  const command = spawn(process.execPath, [join(root, 'src/cli.ts'), 'user', 'add', department, username], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDirectory },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  command.stdin.end(`${password}\n`);
  const [code] = (await once(command, 'close')) as [number];
  if (code !== 0) throw new Error(`The account was not opened: ${code}`);
}

/** Calls the server as the user who is signed in on the page. @returns the status */
export function ask(page: Page, method: string, path: string): Promise<number> {
  return page.evaluate(
    async ([how, where]) => {
      const { content = '' } = document.querySelector<HTMLMetaElement>('meta[name=csrf-token]') ?? {};
      const headers = {
        Authorization: `Bearer ${localStorage.getItem('portal.token')}`,
        'X-Requested-With': 'XMLHttpRequest',
        'X-CSRF-TOKEN': content,
      };
      return (await fetch(`/api/v1/${where}`, { method: how, headers })).status;
    },
    [method, path] as const,
  );
}

/** Ids of the files of a checklist, as its owner sees them. */
export function filesOf(page: Page, record: string): Promise<string[]> {
  return page.evaluate(async (path) => {
    const headers = {
      Authorization: `Bearer ${localStorage.getItem('portal.token')}`,
      'X-Requested-With': 'XMLHttpRequest',
    };
    const { items: all } = (await (await fetch(`/api/v1/${path}`, { headers })).json()) as {
      items: { files: { id: string }[] }[];
    };
    return all.flatMap(({ files }) => files.map(({ id }) => id));
  }, record);
}

/** The server's decision for the user who is signed in on the page. */
export function decisionOn(page: Page, path: string): Promise<WireDecision> {
  return page.evaluate(async (where) => {
    const headers = {
      Authorization: `Bearer ${localStorage.getItem('portal.token')}`,
      'X-Requested-With': 'XMLHttpRequest',
    };
    const answer = await fetch(`/api/v1/decision?path=${encodeURIComponent(where)}`, { headers });
    return (await answer.json()) as WireDecision;
  }, path);
}
