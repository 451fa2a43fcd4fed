/** `new document NAME`: what the portal issues for a record. */
import { titleFromKey } from '../../../config/link/input/title-from-key.ts';
import { addBesides, sayAlone } from '../add-besides.ts';
import { copyText } from '../copy-text.ts';
import { writeScalar } from '../../../config/edit/edit-yaml.ts';
import { asked, named, parsedFile, type NewPart } from './part.ts';
import { addEffect, everyStep, stepOf } from './steps.ts';

export const document: NewPart = {
  names: 'NAME',
  flags: ['title', 'of', 'on', 'like'],
  make({ draft, name, flags }) {
    const { like } = flags;
    const { recordTypes, documents } = draft.portal;
    if (flags.of !== undefined) named('record type', flags.of, recordTypes);
    const step = stepOf(draft, asked('on', flags.on, everyStep(draft)));
    const title = flags.title ?? titleFromKey(name);
    addEffect(draft, step, { document: name });
    if (like === undefined) {
      draft.create(`documents/${name}.yaml`, minimal(title, flags.of ?? step.type));
      return ['its words (`blocks`), how long it is valid (`valid`) and its numbers (`number`)'];
    }
    named('document', like, documents);
    draft.create(
      `documents/${name}.yaml`,
      copyText(parsedFile(draft, `documents/${like}.yaml`), { title, renamings: [] }),
    );
    const alone = addBesides(draft, { kind: 'document', from: [like], to: name });
    return ['its words (`blocks`) and its numbers (`number`), now the same', ...sayAlone(like, alone)];
  },
};

function minimal(title: string, type: string): string {
  return `title: ${writeScalar(title)}
of: ${type}
blocks:
  - text: |
      # {document.title}
  - table:
      rows:
        - { label: Number, text: '{document.number}' }
        - { label: Date issued, text: '{document.issuedAt:longDate}' }
`;
}
