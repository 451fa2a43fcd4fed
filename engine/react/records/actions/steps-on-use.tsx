/** The questions of a step. Their code loads when somebody takes a step that has some. */
import { onUse } from '../../loading/on-use.tsx';

export const ActionDialog = onUse(async () => (await import('./action-dialog.tsx')).ActionDialog);

export const TransitionForm = onUse(async () => (await import('./action-questions.tsx')).TransitionForm);
