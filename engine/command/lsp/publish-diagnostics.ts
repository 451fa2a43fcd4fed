/** Publishes diagnostics at two speeds: of parsing and linking at once, of every check (in a thread) when nobody types. */
import type { PublishDiagnosticsParams } from 'vscode-languageserver/node';
import type { Diagnostic } from '../../config/diagnostics/diagnostic.ts';
import type { CheckOrder } from './check-worker.ts';
import type { ConfigurationFolder } from './configuration-folder.ts';
import { diagnosticOf } from './to-protocol.ts';

/** Milliseconds after the last change. */
const soon = 60;
const idle = 600;

interface Publisher {
  readonly changed: (folder: ConfigurationFolder) => void;
}

/** Where diagnostics come from and where they go. */
interface PublisherPorts {
  readonly check: (order: CheckOrder) => Promise<readonly Diagnostic[]>;
  readonly send: (shown: PublishDiagnosticsParams) => void;
  /** To the log of the editor. */
  readonly log: (line: string) => void;
}

interface ShownDiagnostics {
  timer: NodeJS.Timeout | null;
  /** The number of changes so far: a check of an earlier text is not shown. */
  changes: number;
  isChecking: boolean;
  /** What only the whole check found, when it last ran. */
  proofs: readonly Diagnostic[];
  /** Addresses of files with diagnostics on screen. */
  shown: ReadonlySet<string>;
}

export function createPublisher({ check, send, log }: PublisherPorts): Publisher {
  const folders = new Map<ConfigurationFolder, ShownDiagnostics>();

  function show(
    folder: ConfigurationFolder,
    fresh: readonly Diagnostic[],
    stale: readonly Diagnostic[],
  ): void {
    const state = stateOf(folder);
    const { uriOf } = folder;
    const all = [
      ...fresh.map((one) => ({ file: one.file, shown: diagnosticOf(one, { uriOf, isStale: false }) })),
      ...stale.map((one) => ({ file: one.file, shown: diagnosticOf(one, { uriOf, isStale: true }) })),
    ];
    const byFile = Map.groupBy(all, ({ file }) => uriOf(file));
    for (const uri of new Set([...state.shown, ...byFile.keys()]))
      send({ uri, diagnostics: (byFile.get(uri) ?? []).map(({ shown }) => shown) });
    state.shown = new Set(byFile.keys());
  }

  function stateOf(folder: ConfigurationFolder): ShownDiagnostics {
    const known = folders.get(folder) ?? {
      timer: null,
      changes: 0,
      isChecking: false,
      proofs: [],
      shown: new Set<string>(),
    };
    folders.set(folder, known);
    return known;
  }

  function linkNow(folder: ConfigurationFolder): void {
    const state = stateOf(folder);
    const { diagnostics } = folder.names();
    show(folder, diagnostics, state.proofs);
    state.timer = setTimeout(() => void checkNow(folder), idle);
  }

  async function checkNow(folder: ConfigurationFolder): Promise<void> {
    const state = stateOf(folder);
    const { changes } = state;
    state.timer = null;
    // Another one follows when it ends.
    if (state.isChecking) return;
    state.isChecking = true;
    const found = await checkAll(folder).catch((error: unknown) => {
      log(`The check failed: ${String(error)}`);
      return null;
    });
    state.isChecking = false;
    if (changes !== state.changes) {
      if (state.timer === null) void checkNow(folder);
      return;
    }
    if (found === null) return;
    state.proofs = found.proofs;
    show(folder, found.all, []);
  }

  async function checkAll(
    folder: ConfigurationFolder,
  ): Promise<{ readonly all: readonly Diagnostic[]; readonly proofs: readonly Diagnostic[] }> {
    const linked = new Set(folder.names().diagnostics.map(keyOf));
    const all = await check({ directory: folder.directory, ...folder.read() });
    return { all, proofs: all.filter((one) => !linked.has(keyOf(one))) };
  }

  return {
    changed(folder) {
      const state = stateOf(folder);
      state.changes += 1;
      if (state.timer !== null) clearTimeout(state.timer);
      state.timer = setTimeout(() => linkNow(folder), soon);
    },
  };
}

function keyOf({ code, file, message }: Diagnostic): string {
  return `${code}\n${file}\n${message}`;
}
