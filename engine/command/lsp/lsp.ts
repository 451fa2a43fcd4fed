/** `munisipyo lsp`: a language server for editors, on standard input and output. */
import {
  createConnection,
  DidChangeWatchedFilesNotification,
  type InitializeParams,
  ProposedFeatures,
  TextDocuments,
  TextDocumentSyncKind,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Diagnostic } from '../../config/diagnostics/diagnostic.ts';
import type { Additions } from '../../extension/extension.ts';
import { refuse } from '../arguments.ts';
import { loadExtensions } from '../load-extensions.ts';
import { createThread } from '../thread.ts';
import type { CheckOrder } from './check-worker.ts';
import { completionsAt, definitionsAt, type EditorPlace, hoverAt, nameAt, referencesAt } from './answers.ts';
import { type ConfigurationFolder, folderOf, openFolder } from './configuration-folder.ts';
import { createPublisher } from './publish-diagnostics.ts';
import { renameEdit } from './rename-edit.ts';

export const usage = `Usage: munisipyo lsp
Serves an editor on standard input and output, by the Language Server Protocol: the diagnostics of "munisipyo check" while
you type, definition, references, hover, completion and rename of names. docs/configure/editor.md has the settings of
editors. The configuration of a file is the folder around it with portal.yaml.
`;

/** @returns the exit code, when the editor goes */
export async function lsp(args: readonly string[]): Promise<number> {
  if (args.some((word) => word !== '--stdio')) return refuse(usage);
  return serve(await loadExtensions());
}

function serve(additions: Additions): Promise<number> {
  const connection = createConnection(ProposedFeatures.all, process.stdin, process.stdout);
  const documents = new TextDocuments(TextDocument);
  const folders = new Map<string, ConfigurationFolder>();
  const checker = createThread<CheckOrder, readonly Diagnostic[]>(
    new URL('./check-worker.ts', import.meta.url),
  );
  const publisher = createPublisher({
    check: checker.ask,
    send: (shown) => void connection.sendDiagnostics(shown),
    log: (line) => connection.console.error(line),
  });
  let editor: InitializeParams['capabilities'] = {};

  const buffers = () => new Map(documents.all().map((one) => [one.uri, one.getText()]));
  const folderAround = (uri: string): ConfigurationFolder | null => {
    const directory = folderOf(uri);
    if (directory === null) return null;
    const folder = folders.get(directory) ?? openFolder(directory, buffers, additions);
    folders.set(directory, folder);
    return folder;
  };
  const answer = <T>(
    at: AskedPlace,
    ask: (folder: ConfigurationFolder, place: EditorPlace) => T,
  ): T | null => {
    const { uri } = at.textDocument;
    const folder = folderAround(uri);
    return folder === null ? null : ask(folder, { uri, position: at.position });
  };
  const changed = (folder: ConfigurationFolder | null): void => {
    folder?.forget();
    if (folder !== null) publisher.changed(folder);
  };

  connection.onInitialize(({ capabilities }) => {
    editor = capabilities;
    return {
      serverInfo: { name: 'munisipyo' },
      capabilities: {
        textDocumentSync: TextDocumentSyncKind.Incremental,
        definitionProvider: true,
        referencesProvider: true,
        hoverProvider: true,
        completionProvider: { triggerCharacters: [' ', '[', '.', '{', '/'] },
        renameProvider: { prepareProvider: true },
      },
    };
  });
  connection.onInitialized(() => {
    if (editor.workspace?.didChangeWatchedFiles?.dynamicRegistration === true)
      void connection.client.register(DidChangeWatchedFilesNotification.type, {
        watchers: [{ globPattern: '**/*.{yaml,geojson}' }],
      });
  });
  connection.onDidChangeWatchedFiles(() => {
    for (const folder of folders.values()) changed(folder);
  });
  const changedAround = ({ uri }: TextDocument): void => {
    const around = folderAround(uri);
    if (around === null) return;
    for (const folder of folders.values()) if (folder.isMadeOf(around.directory)) changed(folder);
  };
  documents.onDidChangeContent(({ document }) => changedAround(document));
  documents.onDidClose(({ document }) => changedAround(document));

  connection.onDefinition((at) => answer(at, definitionsAt));
  connection.onReferences((at) => answer(at, (folder, place) => referencesAt(folder, place, at.context)));
  connection.onHover((at) => answer(at, hoverAt));
  connection.onPrepareRename((at) => answer(at, nameAt));
  connection.onCompletion((at) =>
    answer(at, (folder, place) => completionsAt(folder, place, documents.get(place.uri)?.getText() ?? '')),
  );
  connection.onRenameRequest((at) =>
    answer(at, (folder, { uri, position: { line, character } }) =>
      renameEdit(folder, { uri, line: line + 1, column: character + 1 }, at.newName, {
        canRenameFiles: editor.workspace?.workspaceEdit?.resourceOperations?.includes('rename') === true,
      }),
    ),
  );

  documents.listen(connection);
  connection.listen();
  // The connection ends the process when the editor says so, or when it closes the stream.
  return new Promise(() => {});
}

interface AskedPlace {
  readonly textDocument: { readonly uri: string };
  readonly position: EditorPlace['position'];
}
