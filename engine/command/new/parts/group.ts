/** `new group NAME`: a named group of departments, in `groups.yaml`. */
import { writeValue } from '../../../config/edit/write-value.ts';
import { mappingOf } from '../../../portal/values/is-mapping.ts';
import { type ConfigurationDraft, RefusedDraft } from '../draft.ts';
import { asked, named, parsedFile, type NewPart, type PartRequest } from './part.ts';

const file = 'groups.yaml';

export const group: NewPart = {
  names: 'NAME',
  flags: ['with', 'like'],
  make(request) {
    const { draft, name, flags } = request;
    const { groups } = draft.portal;
    if (Object.hasOwn(groups, name))
      throw new RefusedDraft(`There is a group "${name}" already. Nothing is overwritten.`);
    if (flags.like === undefined) add(draft, name, membersOf(request));
    else {
      named('group', flags.like, groups);
      // As the other one is written: a list, or all of a kind.
      add(draft, name, mappingOf(mappingOf(parsedFile(draft, file).value)['groups'])[flags.like]);
    }
    return ['which departments are in it', 'which guard, access or list names it'];
  },
};

function add(draft: ConfigurationDraft, name: string, members: unknown): void {
  if (!draft.has(file)) draft.create(file, `groups:\n  ${name}: []\n`);
  draft.edit(file, (text) => writeValue(text, ['groups', name], members));
}

function membersOf({ draft: { portal }, flags }: PartRequest): readonly string[] {
  const { departments, aliases } = portal;
  const said = asked('with', flags.with, Object.keys(departments)).split(',');
  return said.map((one) => named('department', aliases[one.trim()] ?? one.trim(), departments).key);
}
