/** `new fee NAME` and `new lookup NAME`: the files with rates and choices, which steps and questions name. */
import { titleFromKey } from '../../../config/link/input/title-from-key.ts';
import { writeScalar } from '../../../config/edit/edit-yaml.ts';
import { addBesides, sayAlone } from '../add-besides.ts';
import { copyText } from '../copy-text.ts';
import { asked, named, parsedFile, type NewPart, type PartRequest } from './part.ts';
import { addEffect, stepOf } from './steps.ts';

export const fee: NewPart = {
  names: 'NAME',
  flags: ['title', 'of', 'on', 'like'],
  make(request) {
    const { draft, name, flags } = request;
    const { fees, recordTypes } = draft.portal;
    const step = flags.on === undefined ? null : stepOf(draft, flags.on);
    if (step !== null) addEffect(draft, step, { assess: name });
    const uncharged = step === null ? ['which step charges it (`assess`)'] : [];
    if (flags.like !== undefined) {
      named('fee schedule', flags.like, fees);
      return [
        'its lines and amounts, now the same',
        ...uncharged,
        ...copied(request, 'schedule', flags.like),
      ];
    }
    const of = asked('of', flags.of ?? step?.type, Object.keys(recordTypes));
    named('record type', of, recordTypes);
    draft.create(`fees/${name}.yaml`, minimalFee(titleOf(request), of));
    return ['its lines and amounts, and their legal basis (`source`, now "To be confirmed")', ...uncharged];
  },
};

export const lookup: NewPart = {
  names: 'NAME',
  flags: ['title', 'like'],
  make(request) {
    const { draft, name, flags } = request;
    const unasked = 'which question offers it (`lookup`)';
    if (flags.like !== undefined) {
      named('list of choices', flags.like, draft.portal.lookups);
      return ['its rows, now the same', unasked, ...copied(request, 'lookup', flags.like)];
    }
    draft.create(
      `lookups/${name}.yaml`,
      `title: ${writeScalar(titleOf(request))}\nrows:\n  - { value: other, label: Other }\n`,
    );
    return ['its rows', unasked];
  },
};

function titleOf({ name, flags }: PartRequest): string {
  return flags.title ?? titleFromKey(name);
}

/** Copies the file. @returns where the other one is named alone */
function copied(request: PartRequest, kind: 'schedule' | 'lookup', like: string): readonly string[] {
  const { draft, name } = request;
  const folder = kind === 'schedule' ? 'fees' : 'lookups';
  const file = parsedFile(draft, `${folder}/${like}.yaml`);
  draft.create(`${folder}/${name}.yaml`, copyText(file, { title: titleOf(request), renamings: [] }));
  return sayAlone(like, addBesides(draft, { kind, from: [like], to: name }));
}

function minimalFee(title: string, of: string): string {
  return [
    `title: ${writeScalar(title)}`,
    `of: ${of}`,
    'lines:',
    `  - { id: fee, title: ${writeScalar(title)}, amount: 100, certainty: assumption }`,
    'source: To be confirmed',
    'certainty: assumption',
    '',
  ].join('\n');
}
