/** The words and tones of the marks of sections. */
import { formMessages } from '../../../locales/forms.ts';
import { pageMessages } from '../../../locales/page.ts';
import type { State } from '../../../portal/model/workflow.ts';
import { text } from '../../language/text.ts';
import type { SectionState } from './section-states.ts';

const marks = {
  untouched: ['neutral', formMessages.sectionNotStarted],
  started: ['info', formMessages.sectionStarted],
  done: ['good', formMessages.sectionDone],
  wrong: ['bad', formMessages.sectionWrong],
  optional: ['neutral', formMessages.sectionOptional],
  empty: ['neutral', formMessages.sectionEmpty],
  unknown: ['neutral', pageMessages.loadingOverlay],
} as const;

export function toneOfSection(state: SectionState): State['tone'] {
  return marks[state][0];
}

export function sayState(state: SectionState): string {
  return text(marks[state][1]);
}
