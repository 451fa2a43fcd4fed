/** Help for the keys of fees. A test generates this file from the schemas. */
import { catalogue } from './catalogue.ts';

export const feeHelpMessages = catalogue('help-fee', {
  currency:
    'The currency of all amounts of the schedule and of its bill, as the code of ISO 4217: USD. Default: that of the portal.',
  due: 'The due day if there are no instalments, or if their when is false. Default: at once, so that nothing is ever late.',
  instalments:
    'The division of a part of the total into instalments; the rest is due with the first one. Default: everything is due at once, or on the day in due.',
  instalmentsBy:
    'The field whose answer is the name of the plan. Default: the first plan, also if no plan has that name.',
  instalmentsOf: 'The tags or ids of the lines that are divided.',
  instalmentsPlans: 'The due days of each plan. People pay the instalments in the order of their days.',
  instalmentsRemainder: 'The instalment that takes the rest after rounding: first or last. Default: last.',
  instalmentsWhen:
    'The condition for dividing. If it is false, everything is due at once or on the day in due.',
  instalmentsYear:
    "The field with the year of the due days. Default: the year in which the record was created, in the portal's time zone.",
  late: 'The charges on an instalment that is not paid in time.',
  lateInterest: 'The interest for each month.',
  lateInterestBase:
    'debt and surcharge (the default): interest on both. debt: interest on the unpaid amount only.',
  lateInterestCap: 'The largest number of months. Default: no limit.',
  lateInterestPer:
    'month begun (the default): a part of a month counts as a month. full month: only whole months count.',
  lateInterestPercent: 'The percentage for each month.',
  lateOf: 'The tags or ids of the lines on which the charges are computed.',
  lateSurcharge: 'The percentage of the unpaid amount that is charged once.',
  lines: 'The lines, in the order of the bill. A line reads only lines above it.',
  linesAmount:
    'A fixed amount, in digits with at most two decimals: 500, 1320.10. It can also be cases with else, a column of a lookup, or a field.',
  linesBase: 'The amount to which the table or percentage applies. A list is added up.',
  linesCharged:
    'false: the bill shows the line, and other lines can read it, but it is not in the total. Default: true.',
  linesForEach: 'Computes the line once for each row of a list, or once for each group of rows.',
  linesForEachGroupBy:
    'The field that groups the rows, or a column of its lookup, such as line.letter. The engine adds up the rows of each group.',
  linesForEachRows: 'The field with the list.',
  linesHelp: 'Who pays it, or when, in plain words. The tariff shows this text below the title.',
  linesId: 'The name of the line. Other lines refer to it.',
  linesLess:
    'An amount to subtract within this line. A deduction that people should see is a line of its own with rebate.',
  linesLimits:
    'Keeps the sum of the lines in of within these limits: this line is the difference. The bill has no such line while the sum is within them.',
  linesLimitsAtLeast:
    'The smallest sum. It is not charged if the bill has none of the lines. Digits with at most two decimals: 500, 1320.10.',
  linesLimitsAtMost: 'The largest sum. Digits with at most two decimals: 500, 1320.10.',
  linesMax: 'The largest amount. Digits with at most two decimals: 500, 1320.10.',
  linesMin:
    'The smallest amount of the line, such as 0 if it must not be negative. Digits with at most two decimals: 500, 1320.10.',
  linesOf: 'The base is the sum of earlier lines: { tag: regulatory }.',
  linesOfTag: 'The tags or ids of lines above this one.',
  linesPer:
    'A factor, or a list of factors: 12 and { field: rooms } for twelve months of each room. A line whose factor is 0 is left out.',
  linesPercent:
    'The percentage of the base. It can also be cases with else, a column of a lookup, or a field.',
  linesProRata:
    'Charges the rate only for the months of a term: 7 months of 12. The line is left out while a date of the term is not known, or if no month counts.',
  linesProRataFrom: 'The first day of the term.',
  linesProRataMonths:
    'The number of months for which the whole rate is charged: 12 for a rate for a year. A longer term pays more than the whole rate.',
  linesProRataPer:
    'Which months count. month begun: from the first day, a part of a month counts as a month. full month: only whole months count. calendar month: each month of the calendar with a day of the term counts.',
  linesProRataTo: 'The last day of the term. A day of the year is the first one on or after the first day.',
  linesRebate:
    'Takes the amount of this line off the lines above with these tags or ids. It never takes more than is left of them. With percent, the base is their sum.',
  linesShare:
    'The percentage of the rate that is charged: 50 for half the rate. It can also be cases with else, a column of a lookup, or a field.',
  linesTable: 'The name of a table. It can also be cases with else, a column of a lookup, or a field.',
  linesTags:
    'The names by which other lines, instalments and late charges refer to this line. The first tag decides its subtotal.',
  linesTitle: 'The name of the line on the bill.',
  linesWhen: "The condition for this line (default: always charged). It can read the line's base and group.",
  of: 'The record type whose fields the lines read. An assessment finds that record at its own record or above it.',
  payments:
    'The records below the assessment that are payments on it. Each payment goes to the oldest debt first.',
  paymentsAmount: 'The field with the paid amount.',
  paymentsOf: 'The record type of the payments.',
  paymentsPaidOn: 'The field with the day of payment. Default: the day on which the payment was created.',
  paymentsWhere: 'Which of these records count as payments. Default: all of them.',
  refunds:
    'The records below the assessment that pay money back. Together they never pay back more than was paid.',
  refundsAmount: 'The field with the amount that is paid back.',
  refundsOf: 'The record type of the refunds.',
  refundsPaidOn: 'The field with the day of the refund. Default: the day on which the refund was created.',
  refundsWhere:
    'Which of these records count, such as those that nobody has cancelled. Default: all of them.',
  round:
    'The rounding of each line, at its end. Default: half up, to 0.01, or to 1 in a currency without decimals.',
  roundMode:
    'half up (the default): 0.005 becomes 0.01; half even: a half goes to the even digit. up and down always go one way.',
  roundTo: 'The smallest unit: 0.01, 0.05 or 1. Default: 0.01.',
  tables: 'Tables of brackets, by name.',
  tablesMode:
    'flat: one bracket applies to the whole base. marginal: each bracket applies to its own part of the base.',
  tablesOf: 'Another schedule whose tables the lines can use too.',
  tablesRows: 'The brackets, in ascending order.',
  tablesRowsAmount: 'The amount to pay in this bracket. Digits with at most two decimals: 500, 1320.10.',
  tablesRowsFrom:
    "The bracket begins with this amount and ends below the next row's. Digits with at most two decimals: 500, 1320.10.",
  tablesRowsMin: 'The smallest amount. Digits with at most two decimals: 500, 1320.10.',
  tablesRowsPercent:
    'The percentage to pay: of the whole base (flat), or of its part in this bracket (marginal). Example: 0.375.',
  tablesRowsUpTo:
    'The bracket ends with this amount and includes it; the last row has none and covers everything above. Digits with at most two decimals: 500, 1320.10.',
  tablesTitle: 'The name of the table, as people read it. Default: its key.',
  tablesValue:
    'Brackets that cover every amount. Either all rows have from, beginning with 0, or all rows but the last have upTo.',
  tags: 'The tags of the lines, each with the title of its subtotal, in the order in which the bill shows them.',
  title: 'The name of the schedule, as people read it.',
  version:
    'The name of this version, such as the number of the decision (default: a digest of the file). Each assessment keeps it.',
  waivers:
    'The records below the assessment that waive lines of it. The bill keeps each waived line and has a line below it that takes its amount off, with the reason.',
  waiversLines: 'The field with the lines that are waived. Its choices are tags or ids of lines.',
  waiversOf: 'The record type of the waivers.',
  waiversReason: 'The field with the reason. Whoever may read the bill reads it.',
  waiversWhere:
    'Which of these records count, such as those that nobody has withdrawn. Default: all of them.',
});
