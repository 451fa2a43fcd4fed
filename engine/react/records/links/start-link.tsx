/** The link to what people need before they begin a record. */
import { Link } from 'react-router-dom';
import { startMessages } from '../../../locales/start.ts';
import { text } from '../../language/text.ts';
import { startPathOf } from '../../router/places.ts';
import { useSlice } from '../../session/portal-context.ts';

/** @returns undefined: this visitor begins none, or the configuration has no such page */
export function useStartLink(type: string) {
  const slice = useSlice();
  const path = slice.recordTypes[type]?.mayCreate === true ? startPathOf(slice, type) : null;
  return path === null ? undefined : <Link to={path}>{text(startMessages.whatDoYouNeed)}</Link>;
}
