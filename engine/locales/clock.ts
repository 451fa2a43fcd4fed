/** Messages about due days and working days. */
import { catalogue } from './catalogue.ts';

export const clockMessages = catalogue('clock', {
  answerDue: 'The answer is due by {day}.',
  daysLate: { one: '1 workday overdue', other: '{count} workdays overdue' },
  daysLeft: { one: '1 workday left', other: '{count} workdays left' },
  dueBeforeNextWorkingDay: 'due before the next working day',
  dueByDate: 'Due by {date}.',
  dueDay: 'Due {day}, {left}',
  dueToday: 'due today, by {time}',
  late: 'overdue',
  lateSinceToday: 'overdue since {time} today',
  notCounted: '{clock}: paused.',
  publicDueDay: 'Until {date}',
  wasDueDay: 'Was due {day}, {left}',
  workingDaysLate: { one: '1 working day overdue', other: '{count} working days overdue' },
  workingDaysLeft: { one: '1 working day left', other: '{count} working days left' },
  dueOnDay: 'due today',
});
