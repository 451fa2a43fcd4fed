/** Describes YAML syntax errors in plain words. */
import type { ErrorCode } from 'yaml';

export interface SyntaxProblem {
  readonly problem: string;
  readonly remedy: string;
}

/** A line with a mistake, and the line above that is indented less: YAML reads the line as a part of it. */
export interface MistakenLine {
  readonly line: string;
  readonly below: { readonly text: string; readonly number: number } | null;
}

const quote = (text: string): string => `"${text.slice(0, 80)}"`;

/** Key: the error code of the parser. Other errors keep the words of the parser. */
const problems: Partial<Record<ErrorCode, (written: MistakenLine) => SyntaxProblem>> = {
  BLOCK_AS_IMPLICIT_KEY: () => ({
    problem: 'A second key starts in a line that already has a value.',
    remedy:
      'Put text that contains a colon and a space in quotes, or check the indentation of this line and the next.',
  }),
  MULTILINE_IMPLICIT_KEY: ({ line }) => ({
    problem: `A key is expected here, but no colon and space follow ${quote(line.trim())}.`,
    remedy:
      'Write "key: value", with a space after the colon, or indent the line if it belongs to the text above.',
  }),
  BAD_SCALAR_START: () => ({
    problem: 'Text cannot start with this character.',
    remedy: 'Put the text in quotes.',
  }),
  BAD_INDENT: ({ line, below }) => {
    const others = below === null ? '' : ` below ${quote(below.text.trim())} in line ${below.number}`;
    return /^\s*[^\s#-]+:/.test(line) || line.trim() === ''
      ? {
          problem: `The line is indented differently from the lines that it belongs to${others}, or a bracket above is still open.`,
          remedy: 'Give all keys of one map the same indentation, and close every { and [ before it.',
        }
      : {
          problem: `The line is indented differently from the lines that it belongs to${others}.`,
          remedy: 'Give all entries of one list or map the same indentation.',
        };
  },
  TAB_AS_INDENT: () => ({
    problem: 'The line is indented with a tab.',
    remedy: 'Indent with two spaces for each level.',
  }),
  BAD_DQ_ESCAPE: () => ({
    problem: 'A backslash in double quotes starts an escape sequence, but this is not a valid one.',
    remedy: 'Use single quotes, or write \\\\ for a backslash.',
  }),
};

export function describeProblem(code: ErrorCode, message: string, written: MistakenLine): SyntaxProblem {
  const { line } = written;
  if (code === 'MISSING_CHAR' && message.includes('quote')) {
    return {
      problem: 'A quotation mark is not closed.',
      remedy: 'Close it. Write an apostrophe in single quotes twice.',
    };
  }
  if (code === 'MISSING_CHAR' && message.includes('Implicit map keys')) {
    return {
      problem: `${quote(line.trim())} is neither a key with a value nor an entry of a list.`,
      remedy: 'Write "key: value", or indent the line if it belongs to the text above.',
    };
  }
  if (/node end/.test(message)) {
    return {
      problem: 'Text follows a value that has already ended.',
      remedy:
        'Put the whole text in quotes, or remove what follows. Give all keys of one map the same indentation.',
    };
  }
  const known = problems[code];
  return known
    ? known(written)
    : {
        problem: `This is not valid YAML: ${message.split('\n', 1)[0]}.`,
        remedy: 'Check quotes, brackets and indentation here and in the line above.',
      };
}
