/** Asks for the code of a document, typed, pasted or scanned, and shows what the portal knows of it. */
import { Button, TextInput } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { type FormEvent, lazy, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { documentMessages } from '../../../locales/documents.ts';
import { type PrintedCode, printedCodeOf } from '../../../portal/documents/printed-code.ts';
import { text } from '../../language/text.ts';
import { PrimaryButton } from '../../page/buttons.tsx';
import { PageHead } from '../../page/page-head.tsx';
import { LazyPart } from '../../loading/lazy-part.tsx';
import styles from '../screens.module.css';
import { CheckedCode } from './checked-code.tsx';

/** Loaded on demand: it reads codes from pictures. */
const Camera = lazy(async () => ({ default: (await import('../../records/scan/camera.tsx')).Camera }));

export function AskedCodePage({ title }: { readonly title: string }) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const code = search.get('code') ?? '';
  const isCode = printedCodeOf(code) !== null;
  const [isScanning, setIsScanning] = useState(false);
  const check = ({ code: found, statement }: PrintedCode) => {
    setIsScanning(false);
    // The statement stays in the fragment, which browsers do not send.
    void navigate({ search: `?code=${encodeURIComponent(found)}`, hash: statement });
  };
  return (
    <>
      <PageHead title={title} />
      <AskedCodeForm key={code} first={code} isWrong={code !== '' && !isCode} onCode={check} />
      <p className={styles.scan}>
        <Button variant="default" aria-expanded={isScanning} onClick={() => setIsScanning(!isScanning)}>
          {text(isScanning ? documentMessages.scanCodeEnd : documentMessages.scanCode)}
        </Button>
      </p>
      {isScanning && (
        <LazyPart>
          <Camera
            onCode={(read) => {
              const found = printedCodeOf(read);
              if (found !== null) check(found);
            }}
          />
        </LazyPart>
      )}
      {isCode && !isScanning && <CheckedCode code={code} />}
    </>
  );
}

interface AskedCodeFormProps {
  readonly first: string;
  /** The first one is no code. */
  readonly isWrong: boolean;
  readonly onCode: (code: PrintedCode) => void;
}

function AskedCodeForm({ first, isWrong, onCode }: AskedCodeFormProps) {
  const [typed, setTyped] = useState(first);
  const [isMissing, setIsMissing] = useState(isWrong);
  const field = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = printedCodeOf(typed);
    setIsMissing(found === null);
    if (found === null) field.current?.focus();
    else onCode(found);
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <TextInput
        ref={field}
        size="md"
        name="code"
        label={text(documentMessages.askedCode)}
        description={text(documentMessages.askedCodeHelp)}
        error={isMissing ? text(documentMessages.askedCodeMissing) : null}
        value={typed}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <PrimaryButton type="submit">{text(documentMessages.checkCode)}</PrimaryButton>
    </form>
  );
}
