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
  /** What is on screen by the address of the file. */
  shown: ReadonlyMap<string, PublishDiagnosticsParams['diagnostics']>;
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
    const before = state.shown;
    state.shown = new Map([...byFile].map(([uri, found]) => [uri, found.map(({ shown }) => shown)]));
    for (const uri of new Set([...before.keys(), ...state.shown.keys()]))
      send({ uri, diagnostics: shownOf(uri) });
  }

  /** A base is checked as a folder of its own, and in each folder that extends it: an editor has one list of its file. */
  function shownOf(uri: string): PublishDiagnosticsParams['diagnostics'] {
    const all = [...folders.values()].flatMap(({ shown }) => shown.get(uri) ?? []);
    return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
  }

  function stateOf(folder: ConfigurationFolder): ShownDiagnostics {
    const known = folders.get(folder) ?? {
      timer: null,
      changes: 0,
      isChecking: false,
      proofs: [],
      shown: new Map(),
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
