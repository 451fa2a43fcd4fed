/** `new notice NAME`: a message that a step sends. */
import { titleFromKey } from '../../../config/link/input/title-from-key.ts';
import { addBesides } from '../add-besides.ts';
import { copyText } from '../copy-text.ts';
import { writeScalar } from '../../../config/edit/edit-yaml.ts';
import { asked, named, parsedFile, type NewPart } from './part.ts';
import { addEffect, everyStep, stepOf } from './steps.ts';

export const notice: NewPart = {
  names: 'NAME',
  flags: ['title', 'on', 'to', 'like'],
  make({ draft, name, flags }) {
    const { like } = flags;
    const on = like === undefined ? asked('on', flags.on, everyStep(draft)) : flags.on;
    const step = on === undefined ? null : stepOf(draft, on);
    const title = flags.title ?? titleFromKey(name);
    if (step !== null) addEffect(draft, step, { notify: flags.to ?? 'owner', notice: name });
    if (like === undefined) {
      const subject = writeScalar(`${title}: {number}`);
      draft.create(`notices/${name}.yaml`, `subject: ${subject}\nbody: |\n  {number} is now: {state}.\n`);
      return ['what happened, what is next and by when (`body`)'];
    }
    named('notice', like, draft.portal.notices);
    const replace = (value: string, path: readonly unknown[]) =>
      path[0] === 'subject' && flags.title !== undefined ? flags.title : null;
    draft.create(
      `notices/${name}.yaml`,
      copyText(parsedFile(draft, `notices/${like}.yaml`), { title, renamings: [], replace }),
    );
    const sent = addBesides(draft, { kind: 'notice', from: [like], to: name });
    const unsent = `which step sends it, such as those that send ${like}: ${sent.join(', ')}`;
    return ['its words (`subject` and `body`, now the same)', ...(step === null ? [unsent] : [])];
  },
};
