/** The link to a new record of the list's type, if this visitor may create one. */
import '@mantine/core/styles/Button.layer.css';
import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useSlice } from '../../portal-context.ts';
import { useFormRoute } from './pages.ts';

interface NewRecordProps {
  readonly type: string;
  /** Shown beside similar links. */
  readonly isQuiet?: boolean;
}

export function NewRecord({ type, isQuiet = false }: NewRecordProps) {
  const { recordTypes } = useSlice();
  const route = useFormRoute()(type);
  if (route === null || recordTypes[type]?.mayCreate !== true) return null;
  return (
    <Button component={Link} to={route.path} {...(isQuiet && { variant: 'default' })}>
      {route.title}
    </Button>
  );
}
