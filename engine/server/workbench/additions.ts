/** What `munisipyo new` is asked to add to a draft, and where it is afterwards. */
import type { EditableSort } from '../../contract/editing.ts';
import { pointerTo } from '../../portal/values/pointer.ts';

interface AdditionOrder {
  readonly sort: EditableSort;
  /** As the command names it; null: it is like no other. */
  readonly like: string | null;
  readonly name: string;
  readonly title: string | null;
}

interface Addition {
  /** The arguments of the command, without the folder. */
  readonly words: readonly string[];
  /** The file in which it is. */
  readonly file: string;
  /** JSON Pointer in the file. */
  readonly at: string;
}

export function additionOf(order: AdditionOrder): Addition {
  const { word, name, file, at = '' } = placeOf(order);
  const flags = { like: order.like, title: order.title?.trim() ?? null };
  const said = Object.entries(flags).flatMap(([flag, value]) =>
    value === null ? [] : [`--${flag}=${value}`],
  );
  return { words: [word, name, ...said], file, at };
}

interface AdditionPlace {
  /** What the command calls it. */
  readonly word: string;
  readonly name: string;
  readonly file: string;
  readonly at?: string;
}

function placeOf({ sort, like, name }: AdditionOrder): AdditionPlace {
  switch (sort) {
    case 'kinds': {
      const [set = ''] = (like ?? '').split('/');
      return { word: 'kind', name: `${set}/${name}`, file: `requirements/${set}/${name}.yaml` };
    }
    case 'fees':
      return { word: 'fee', name, file: `fees/${name}.yaml` };
    case 'lookups':
      return { word: 'lookup', name, file: `lookups/${name}.yaml` };
    case 'texts':
      return { word: 'language', name, file: `locales/${name}.yaml` };
    case 'offices':
      return { word: 'group', name, file: 'groups.yaml', at: pointerTo('groups', name) };
  }
}
