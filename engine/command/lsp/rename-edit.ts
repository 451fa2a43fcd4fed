/** A rename in an editor: the same as `munisipyo rename`, as changes of buffers. */
import {
  ErrorCodes,
  RenameFile,
  ResponseError,
  TextDocumentEdit,
  type TextEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver/node';
import { isRefused, type RenamedFile, renameSymbols } from '../../symbols/rename.ts';
import { hunksBetween } from '../../config/edit/patch.ts';
import type { ConfigurationFolder } from './configuration-folder.ts';

/**
 * @param place where the name is: path, line and column from 1
 * @param settings whether the editor can rename files
 * @throws ResponseError if the rename is not possible, with the reason
 */
export function renameEdit(
  folder: ConfigurationFolder,
  place: { readonly uri: string; readonly line: number; readonly column: number },
  to: string,
  { canRenameFiles }: { readonly canRenameFiles: boolean },
): WorkspaceEdit {
  const configuration = folder.names();
  const symbols = configuration.index.at(folder.pathOf(place.uri), place.line, place.column);
  const outcome = renameSymbols(configuration, symbols, to, folder.options);
  if (isRefused(outcome)) {
    const [mistake] = outcome.diagnostics;
    const [failure] = outcome.failures.flatMap(({ failures }) => failures);
    const at = mistake ?? (failure && { ...failure, ...failure.place });
    throw new ResponseError(
      ErrorCodes.InvalidRequest,
      at === undefined ? outcome.reason : `${outcome.reason} ${at.file}:${at.line}: ${at.message}`,
    );
  }
  const isMoving = outcome.files.some(({ before, after }) => before.name !== after.name);
  if (isMoving && !canRenameFiles)
    throw new ResponseError(
      ErrorCodes.InvalidRequest,
      'The file has this name too, and this editor does not rename files for a server: use `npx munisipyo rename`.',
    );
  return { documentChanges: outcome.files.flatMap((file) => changesOf(file, folder.uriOf)) };
}

function changesOf(
  { before, after }: RenamedFile,
  uriOf: (path: string) => string,
): (TextDocumentEdit | RenameFile)[] {
  const edits = hunksBetween(before.text, after.text).map(editOf);
  const uri = uriOf(before.path);
  return [
    ...(edits.length > 0 ? [TextDocumentEdit.create({ uri, version: null }, edits)] : []),
    ...(before.path === after.path ? [] : [RenameFile.create(uri, uriOf(after.path))]),
  ];
}

function editOf({ oldStart, oldLines, lines }: ReturnType<typeof hunksBetween>[number]): TextEdit {
  const line = oldStart - 1;
  return {
    range: { start: { line, character: 0 }, end: { line: line + oldLines, character: 0 } },
    newText: lines
      .filter((one) => one.startsWith('+'))
      .map((one) => `${one.slice(1)}\n`)
      .join(''),
  };
}
