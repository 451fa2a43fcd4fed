/** The service charter, to be read and to be printed: each service begins on a new sheet. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import type { CharterModel, CharterServiceModel } from '../../../contract/workbench.ts';
import { workbenchMessages } from '../../../locales/workbench.ts';
import { needWords } from '../../../locales/workbench-words.ts';
import { useRead } from '../../data/hooks.ts';
import { text } from '../../language/text.ts';
import { sayParts } from '../../page/dates.ts';
import { Fallback } from '../../page/feedback.tsx';
import { Lines, Table } from './pieces.tsx';
import styles from './workbench.module.css';

export function CharterPart() {
  const { data, error, mutate } = useRead('GET /workbench/charter', {});
  if (data === undefined) return <Fallback error={error} retry={mutate} shape="rows" />;
  return (
    <article className={styles.charter}>
      <header className={styles.charterHead}>
        <div>
          <h2>{data.name}</h2>
          <p>{data.title}</p>
        </div>
        <Button variant="default" className={styles.print ?? ''} onClick={() => window.print()}>
          {text(workbenchMessages.print)}
        </Button>
      </header>
      {data.introduction !== null && <p className={styles.text}>{data.introduction}</p>}
      <Contents charter={data} />
      {data.services.map((service) => (
        <Service key={service.key} service={service} />
      ))}
      <section className={styles.block}>
        <h3>{text(workbenchMessages.complaints)}</h3>
        {data.complaints !== null && <p className={styles.text}>{data.complaints}</p>}
        <Lines lines={[...data.contacts, data.hours]} />
      </section>
    </article>
  );
}

function Contents({ charter: { services } }: { readonly charter: CharterModel }) {
  if (services.length === 0) return <p>{text(workbenchMessages.noServices)}</p>;
  return (
    <ol className={styles.contents} aria-label={text(workbenchMessages.services)}>
      {services.map(({ key, title }) => (
        <li key={key}>
          <a href={`#service-${key}`}>{title}</a>
        </li>
      ))}
    </ol>
  );
}

function Service({ service }: { readonly service: CharterServiceModel }) {
  const { key, title, clients, offices, issues } = service;
  return (
    <section className={styles.service} id={`service-${key}`}>
      <h3>{title}</h3>
      <Lines
        lines={[
          `${text(workbenchMessages.offices)}: ${sayParts(offices)}`,
          `${text(workbenchMessages.clients)}: ${sayParts(clients)}`,
          ...issues.map((document) => text(workbenchMessages.issues, { document })),
        ]}
      />
      <Times times={service.times} />
      <Table
        label={`${title}: ${text(workbenchMessages.steps)}`}
        head={[
          text(workbenchMessages.clientSteps),
          text(workbenchMessages.agencySteps),
          text(workbenchMessages.fees),
          text(workbenchMessages.time),
          text(workbenchMessages.person),
        ]}
      >
        {service.steps.map((step) => (
          <tr key={`${step.client ?? ''} ${step.agency ?? ''}`}>
            <td>{step.client}</td>
            <td>{step.agency}</td>
            <td>{step.fee}</td>
            <td>{step.time}</td>
            <td>{step.responsible}</td>
          </tr>
        ))}
      </Table>
      <Parts title={title} parts={service.parts} />
      <Papers title={title} papers={service.papers} />
      <Fees fees={service.fees} />
    </section>
  );
}

function Times({ times }: Pick<CharterServiceModel, 'times'>) {
  return (
    <Lines
      lines={times.map(({ title, within, pauses, source }) =>
        [`${title}: ${within}.`, pauses ? text(workbenchMessages.timePauses) : '', source ?? '']
          .filter(Boolean)
          .join(' '),
      )}
    />
  );
}

function Parts({ title, parts }: Pick<CharterServiceModel, 'title' | 'parts'>) {
  if (parts.length === 0) return null;
  return (
    <Table
      label={`${title}: ${text(workbenchMessages.charterParts)}`}
      head={[
        text(workbenchMessages.charterParts),
        text(workbenchMessages.office),
        text(workbenchMessages.time),
        text(workbenchMessages.needed),
      ]}
    >
      {parts.map((part) => (
        <tr key={part.title}>
          <th scope="row">{part.title}</th>
          <td>{part.office}</td>
          <td>{part.within}</td>
          <td>{part.isSure ? text(workbenchMessages.needAlways) : text(workbenchMessages.paperMaybe)}</td>
        </tr>
      ))}
    </Table>
  );
}

function Papers({ title, papers }: Pick<CharterServiceModel, 'title' | 'papers'>) {
  if (papers.length === 0) return null;
  return (
    <Table
      label={`${title}: ${text(workbenchMessages.papers)}`}
      head={[
        text(workbenchMessages.papers),
        text(workbenchMessages.paperFrom),
        text(workbenchMessages.needed),
        text(workbenchMessages.paperFor),
      ]}
    >
      {papers.map((paper) => (
        <tr key={`${paper.title} ${paper.from} ${paper.for.join()}`}>
          <th scope="row">{paper.title}</th>
          <td>{paper.from}</td>
          <td>{text(needWords[paper.need])}</td>
          <td className={styles.quiet}>{sayParts(paper.for)}</td>
        </tr>
      ))}
    </Table>
  );
}

function Fees({ fees }: Pick<CharterServiceModel, 'fees'>) {
  return fees.map(({ title, basis, lines }) => (
    <div key={title}>
      <Table
        label={`${title}: ${text(workbenchMessages.fees)}`}
        head={[title, text(workbenchMessages.rate), text(workbenchMessages.when)]}
      >
        {lines.map((line) => (
          <tr key={line.title}>
            <th scope="row">{line.title}</th>
            <td>{line.rate}</td>
            <td className={styles.quiet}>{line.when}</td>
          </tr>
        ))}
      </Table>
      <p className={styles.note}>{basis}</p>
    </div>
  ));
}
