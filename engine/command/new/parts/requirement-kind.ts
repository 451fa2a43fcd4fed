/** `new kind SET/NAME`: a requirement kind in a file of its own. */
import { titleFromKey } from '../../../config/link/input/title-from-key.ts';
import { addBesides, sayAlone } from '../add-besides.ts';
import { copyText } from '../copy-text.ts';
import { RefusedDraft } from '../draft.ts';
import { writeScalar } from '../../../config/edit/edit-yaml.ts';
import { departmentFor, named, parsedFile, type NewPart, type PartRequest } from './part.ts';

export const requirementKind: NewPart = {
  names: 'SET/NAME',
  flags: ['title', 'like', 'office'],
  make(request) {
    const { draft, name, flags } = request;
    const { sets, kinds } = draft.portal;
    const [set = '', key = '', ...rest] = name.split('/');
    if (key === '' || rest.length > 0) {
      throw new RefusedDraft(`Name the kind as set/kind. Sets: ${Object.keys(sets).join(', ')}.`);
    }
    named('requirement set', set, sets);
    const title = flags.title ?? titleFromKey(key);
    if (flags.like === undefined) {
      draft.create(`requirements/${name}.yaml`, minimal(request, title));
      return [
        'when it applies (`applies`, now always) and the legal basis (`source`, now "To be confirmed")',
        'the papers (`checklist`) and the questions (`form`)',
      ];
    }
    named('requirement kind', flags.like, kinds);
    const file = parsedFile(draft, `requirements/${flags.like}.yaml`);
    const office =
      flags.office === undefined ? null : departmentFor(request, 'office', ['handler', 'supervisor']);
    const replace = (value: string, path: readonly unknown[]) =>
      office !== null && path.length === 1 && path[0] === 'office' ? office.key : null;
    const renaming = { kind: 'kind', from: [flags.like], to: name } as const;
    draft.create(`requirements/${name}.yaml`, copyText(file, { title, renamings: [renaming], replace }));
    const alone = addBesides(draft, renaming, (place) => place.file === file);
    return [
      `when it applies (\`applies\`, now as ${flags.like}) and the legal basis (\`source\`, now the same)`,
      ...sayAlone(flags.like, alone),
    ];
  },
};

/** Its condition and its questions cannot be guessed. */
function minimal(request: PartRequest, title: string): string {
  const { draft, name, flags } = request;
  const [set = ''] = name.split('/');
  const needsOffice = flags.office !== undefined || draft.portal.sets[set]?.office === null;
  const office = needsOffice ? departmentFor(request, 'office', ['handler', 'supervisor']).key : null;
  return [
    `title: ${writeScalar(title)}`,
    ...(office === null ? [] : [`office: ${office}`]),
    'source: To be confirmed',
    'certainty: assumption',
    'checklist:',
    '  - { id: request, title: Letter of request, evidence: file }',
    '',
  ].join('\n');
}
