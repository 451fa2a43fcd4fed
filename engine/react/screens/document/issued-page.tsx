/** The page of a record that is known by the document that it was issued: what is open of both. */
import { useRead, useRecord } from '../../api/hooks.ts';
import { DocumentSheet } from '../../documents/document-sheet.tsx';
import { RecordFacts } from '../../records/answers/record-facts.tsx';
import { RecordFrame } from '../../records/record-frame.tsx';
import { subjectOf } from '../../records/links/subject-of.ts';
import type { ScreenProps } from '../../router/screen.ts';

export function IssuedPage(props: ScreenProps) {
  const subject = subjectOf(props.route, props.params);
  return (
    <>
      <RecordFrame {...props}>{({ record }) => <RecordFacts record={record} />}</RecordFrame>
      {subject !== null && <Newest {...subject} />}
    </>
  );
}

function Newest({ type, slug }: { readonly type: string; readonly slug: string }) {
  const { data: record } = useRecord(type, slug);
  const newest = record?.documents.find(({ state }) => state === 'valid');
  const input = newest === undefined ? null : { params: { code: newest.code } };
  const { data } = useRead('GET /documents/:code/sheet', input, { isOpen: true });
  return data === undefined ? null : <DocumentSheet sheet={data} />;
}
