/** Asks for a file with all rows of a list or a report, and shows its progress until it can be downloaded. */
import { Box, Button, Group, Popover, Progress, Stack } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/Group.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Progress.layer.css';
import '@mantine/core/styles/Stack.layer.css';
import { useState } from 'react';
import type { ExportFormat, WireExport } from '../../contract/exports.ts';
import { exportMessages } from '../../locales/exports.ts';
import { mostExportedRows } from '../../portal/model/record-type.ts';
import { type Problem, sayProblem } from '../api/problem.ts';
import type { Result } from '../api/client.ts';
import { useRead } from '../data/hooks.ts';
import { text } from '../language/text.ts';
import { sayMoment, sayNumber } from '../page/dates.ts';
import { usePortal, useSlice } from '../session/portal-context.ts';

interface ExportButtonProps {
  /** `records/type/list` or `reports/name`. */
  readonly of: string;
  readonly ask: (format: ExportFormat) => Promise<Result<unknown>>;
}

export function ExportButton(props: ExportButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" width={320} shadow="md" trapFocus>
      <Popover.Target>
        <Button variant="default" onClick={() => setIsOpen(!isOpen)}>
          {text(exportMessages.export)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={text(exportMessages.export)}>
        <Exports {...props} />
      </Popover.Dropdown>
    </Popover>
  );
}

const labels = { csv: exportMessages.csv, xlsx: exportMessages.xlsx } as const;

/** Milliseconds between two looks at a file that is being written. */
const pace = 1000;

function Exports({ of, ask }: ExportButtonProps) {
  const { data, mutate } = useRead(
    'GET /exports',
    {},
    { refreshInterval: (latest) => (latest?.some(isOpenExport) === true ? pace : 0), dedupingInterval: 0 },
  );
  const [problem, setProblem] = useState<Problem | null>(null);
  const [asking, setAsking] = useState<ExportFormat | null>(null);
  const start = async (format: ExportFormat) => {
    setAsking(format);
    const asked = await ask(format);
    await mutate();
    setAsking(null);
    setProblem(asked.ok ? null : asked.problem);
  };
  const files = data?.filter((one) => one.of === of) ?? [];
  return (
    <Stack gap="sm">
      <Box component="p" fz="sm">
        {text(exportMessages.help)}
      </Box>
      <Group gap="xs">
        {(['xlsx', 'csv'] as const).map((format) => (
          <Button key={format} loading={asking === format} onClick={() => void start(format)}>
            {text(labels[format])}
          </Button>
        ))}
      </Group>
      {problem !== null && <p role="alert">{sayProblem(problem)}</p>}
      {files.length > 0 && (
        <Stack component="ul" gap="sm" aria-label={text(exportMessages.files)}>
          {files.map((file) => (
            <ExportedFile key={file.id} file={file} onChange={() => void mutate()} />
          ))}
        </Stack>
      )}
    </Stack>
  );
}

function isOpenExport({ state }: WireExport): boolean {
  return state === 'waiting' || state === 'running';
}

interface ExportedFileProps {
  readonly file: WireExport;
  readonly onChange: () => void;
}

function ExportedFile({ file, onChange }: ExportedFileProps) {
  const { client } = usePortal();
  const { timeZone } = useSlice();
  const name = text(exportMessages.file, {
    format: text(labels[file.format]),
    moment: sayMoment(file.asked_at, timeZone),
  });
  const remove = async () => {
    await client.send('DELETE /exports/:id', { params: { id: file.id } });
    onChange();
  };
  const download = async () => {
    const link = await client.send('POST /exports/:id/link', { params: { id: file.id } });
    if (link.ok) location.assign(link.value.url);
    else onChange();
  };
  return (
    <Stack component="li" gap="xs" pt="sm" style={{ borderBlockStart: 'var(--portal-hairline)' }}>
      <span>{name}</span>
      {isOpenExport(file) && (
        <Progress value={shareOf(file)} aria-label={name} animated={file.total === null} />
      )}
      <Box component="output" fz="sm">
        {sayState(file, timeZone)}
      </Box>
      <Group gap="xs">
        {file.state === 'done' && (
          <Button
            size="compact-sm"
            aria-label={`${text(exportMessages.download)}: ${name}`}
            onClick={() => void download()}
          >
            {text(exportMessages.download)}
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`${text(isOpenExport(file) ? exportMessages.cancel : exportMessages.remove)}: ${name}`}
          onClick={() => void remove()}
        >
          {text(isOpenExport(file) ? exportMessages.cancel : exportMessages.remove)}
        </Button>
      </Group>
    </Stack>
  );
}

function shareOf({ rows, total }: WireExport): number {
  return total === null || total === 0 ? 0 : Math.round((rows / total) * 100);
}

function sayState({ state, rows, total, expires_at: expires }: WireExport, timeZone: string): string {
  switch (state) {
    case 'waiting':
      return text(exportMessages.waiting);
    case 'running':
      return total === null
        ? text(exportMessages.counting)
        : text(exportMessages.progress, { rows: sayNumber(rows), total: sayNumber(total) });
    case 'done':
      return text(exportMessages.keptUntil, { moment: sayMoment(expires, timeZone) });
    case 'too-long':
      return text(exportMessages.tooLong, { most: sayNumber(mostExportedRows) });
    case 'failed':
      return text(exportMessages.exportFailed);
  }
}
