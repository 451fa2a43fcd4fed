/** `munisipyo explain`: why somebody may open a page, take a step, read or change a record, and why something is asked. */
import { refuse } from '../arguments.ts';
import { type ExplainSubject, type ExplainWords, readExplainWords, usage } from './explain-words.ts';

export { usage };

/** @returns the exit code */
export async function explain(args: readonly string[]): Promise<number> {
  const read = readExplainWords(args);
  if (read === null) return refuse(usage);
  return answer(read.subject, read.words);
}

/** Each answer is loaded only when it is asked for: paths are explained in large numbers. */
async function answer(subject: ExplainSubject, words: ExplainWords): Promise<number> {
  switch (subject.of) {
    case 'lines':
      return (await import('./explain-path.ts')).explainLines();
    case 'path':
      return (await import('./explain-path.ts')).explainPath(subject.path, words);
    case 'record':
    case 'requirement':
      return (await import('./explain-record.ts')).explainRecord(subject, words);
    case 'type':
      return (await import('./explain-alone.ts')).explainType(subject, words);
    case 'kind':
      return (await import('./explain-alone.ts')).explainKindAlone(subject.kind, words);
  }
}
