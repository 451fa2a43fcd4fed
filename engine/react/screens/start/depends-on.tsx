/** Which questions decide whether something applies. */
import { startMessages } from '../../../locales/start.ts';
import { show } from '../../language/tell.ts';
import { text } from '../../language/text.ts';
import styles from './start.module.css';

/** More of them would say less. */
const most = 3;

export function DependsOn({ questions }: { readonly questions: readonly string[] }) {
  if (questions.length === 0) return null;
  const named = questions.slice(0, most).map((question) => `“${question}”`);
  return <span className={styles.quiet}>{text(startMessages.dependsOn, { questions: show(named) })}</span>;
}
