/** Editing: the draft and what can be edited, or the part of a file that the address names. */
import { useSearchParams } from 'react-router-dom';
import { DraftPage } from './draft-page.tsx';
import { PartPage } from './part-page.tsx';

export function EditPart() {
  const [search] = useSearchParams();
  const file = search.get('file');
  const at = search.get('at') ?? '';
  return file === null ? <DraftPage /> : <PartPage key={`${file} ${at}`} file={file} at={at} />;
}
