/** Derives the stories of a configuration file from the portal; there is no manual list. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parse } from 'yaml';
import { decide } from '../engine/portal/routing/decide.ts';
import { explain } from '../engine/portal/routing/explain.ts';
import { type Linkable, pathOf } from '../engine/portal/routing/links.ts';
import { addressOf, flagsOf, openingDepartments, visitorOf } from '../engine/portal/routing/visitors.ts';
import type { Portal } from '../engine/portal/model/portal.ts';
import { type Route, screenKinds } from '../engine/portal/model/route.ts';
import { signedOut } from '../engine/portal/model/department.ts';
import type { State } from '../engine/portal/model/workflow.ts';
import { root } from './config-portal.ts';
import { createMemoryStore } from './memory-store.ts';
import { placeType } from './place-records.ts';
import type { Story, StoryFile } from './story.ts';

/** @param file path below the project's root, `config/guards.yaml`; null for a file without stories */
export function storiesOf(portal: Portal, file: string): StoryFile | null {
  if (file === 'config/guards.yaml') return { title: 'Guards', stories: guardStories(portal) };
  if (file.startsWith('config/departments/')) return switchStories(portal, basename(file, '.yaml'));
  if (/^config\/(?:routes|records)\//.test(file)) return routeStories(portal, file);
  if (file.startsWith('config/forms/')) return formStories(portal, file);
  if (file.startsWith('config/workflows/')) return stateStories(portal, file);
  const kind = Object.values(portal.kinds).find(({ place }) => place.file.endsWith(file));
  return kind === undefined ? null : kindStories(portal, kind.id);
}

/** Each rule of the guards, with a visitor whom it refuses; named after its message, or after the guard. */
function guardStories(portal: Portal): Story[] {
  const seen = new Map<string, Story>();
  for (const route of portal.routes) {
    for (const { as, flags } of visitorsFor(portal, route)) {
      const visitor = as === null ? signedOut : visitorOf(portal, as, flags);
      const path = addressOf(route, as ?? '');
      const { decision, rules } = explain({ portal, visitor: visitor ?? signedOut }, path);
      const decided = rules.find((rule) => rule.decided);
      if (decided === undefined) continue;
      const key = `${decided.guard} ${decided.rule}`;
      const said = decision.outcome === 'go' ? decision.message : null;
      const story = {
        exportName: nameOf(key),
        name: said ?? `${decided.guard}, rule ${decided.rule}`,
        as,
        flags,
      };
      if (!seen.has(key)) seen.set(key, { ...story, scene: { show: 'path', path } });
    }
  }
  return [...seen.values()];
}

/** Signed out, the department of the page, that department without each flag, and another department. */
function visitorsFor(portal: Portal, route: Route): Pick<Story, 'as' | 'flags'>[] {
  const [own] = openingDepartments(portal, route);
  const other = Object.keys(portal.departments).find((key) => key !== own) ?? null;
  const refused =
    own === undefined ? [] : flagsOf(portal, own).map((flag) => ({ as: own, flags: { [flag]: false } }));
  return [{ as: null, flags: {} }, ...refused, { as: other, flags: {} }];
}

/** The home page of a department whose officers stand in for each other. */
function switchStories(portal: Portal, key: string): StoryFile | null {
  const department = portal.departments[key];
  const route = portal.routes.find(({ name }) => name === department?.landings.home);
  if (!department?.deputies || route === undefined) return null;
  const scene = { show: 'path', path: addressOf(route, key) } as const;
  const story = { as: key, flags: {}, scene };
  return {
    title: `Standing in/${department.title}`,
    stories: [
      { ...story, exportName: 'Switch', name: 'Where and for whom to act', standIn: 'offered' },
      { ...story, exportName: 'Acting', name: 'Acting for another officer', standIn: 'acting' },
    ],
  };
}

/** One page of each kind of screen in the file. */
function routeStories(portal: Portal, file: string): StoryFile | null {
  const routes = portal.routes.filter(
    (route) => route.place.file.endsWith(file) && route.redirect === null && route.kind === null,
  );
  const stories: Story[] = [];
  for (const screen of screenKinds) {
    const [route] = routes.filter((one) => one.screen === screen && !needsRecord(one));
    if (route !== undefined) stories.push(...storyOfRoute(portal, route, route.title));
  }
  const name = basename(file, '.yaml');
  const type = file.startsWith('config/records/') ? portal.recordTypes[name] : undefined;
  return stories.length === 0 ? null : { title: `Screens/${type?.title ?? name}`, stories };
}

function needsRecord(route: Route): boolean {
  return Object.values(route.params).some((domain) => 'record' in domain);
}

function storyOfRoute(portal: Portal, route: Route, name: string): Story[] {
  const as = openingDepartments(portal, route)[0] ?? null;
  const isForGuests = decide({ portal, visitor: signedOut }, addressOf(route, '')).outcome === 'show';
  if (as === null && !isForGuests) return [];
  const visitor = isForGuests ? null : as;
  const path = addressOf(route, as ?? '');
  const story = { exportName: nameOf(route.name), name, as: visitor, flags: {} };
  const [subject] = route.of;
  const booked: Story[] =
    route.screen === 'calendar' && subject !== undefined
      ? [
          {
            ...story,
            exportName: `${story.exportName}Booked`,
            name: `${name}, booked`,
            scene: { show: 'calendar', path, type: subject.type },
          },
        ]
      : [];
  return [{ ...story, scene: { show: 'path', path } }, ...booked];
}

function kindStories(portal: Portal, id: string): StoryFile {
  const kind = portal.kinds[id];
  const set = portal.sets[kind?.set ?? ''];
  const owner = ownerOf(portal, kind?.set ?? '');
  const story = (exportName: string, name: string, as: string | null, isSent: boolean): Story => ({
    exportName,
    name,
    as,
    flags: {},
    scene: { show: 'kind', kind: id, isSent },
  });
  return {
    title: `Requirement kinds/${set?.title ?? kind?.set}/${kind?.title}`,
    stories: [
      story('ToBeFilledIn', 'To be filled in', owner, false),
      story('WithTheOffice', 'With the office', kind?.office ?? null, true),
    ],
  };
}

/** A record in each state of its workflow, as seen by the current holder with a page for it. */
function stateStories(portal: Portal, file: string): StoryFile | null {
  const workflow = Object.values(portal.workflows).find(({ name }) => name === basename(file, '.yaml'));
  const type = workflow === undefined ? undefined : portal.recordTypes[workflow.of];
  if (workflow === undefined || type === undefined || type.builtIn !== null) return null;
  const store = createMemoryStore(portal);
  const record = placeType(portal, store, type.type);
  if (record === null) return null;
  const line = { ...record, ancestors: store.contextOf(record).ancestors };
  const stories = Object.values(workflow.states).flatMap((state): Story[] => {
    const as = readersOf(portal, line, state).find((one) => isOpenTo(portal, line, one));
    if (as === undefined) return [];
    const scene = { show: 'state', type: type.type, state: state.key } as const;
    return [{ exportName: nameOf(state.key), name: state.title, as, flags: {}, scene }];
  });
  return stories.length === 0 ? null : { title: `Records/${type.title}`, stories };
}

/** First the department that must act in the state, then the owner. */
function readersOf(portal: Portal, { type, office }: Linkable, { waitsFor }: State): readonly string[] {
  const parties = portal.recordTypes[type]?.parties ?? {};
  const department = waitsFor === 'office' ? office : waitsFor;
  return [
    ...(department !== null && Object.hasOwn(portal.departments, department) ? [department] : []),
    ...(parties[waitsFor ?? '']?.departments ?? []),
    ...(parties['owner']?.departments ?? []),
  ];
}

/** Decides whether this department has a page for such a record. */
function isOpenTo(portal: Portal, record: Linkable, department: string): boolean {
  const visitor = visitorOf(portal, department, {});
  return visitor !== null && pathOf({ portal, visitor }, record) !== null;
}

/** The department that owns records of this set's kinds. */
function ownerOf(portal: Portal, set: string): string | null {
  const type = Object.values(portal.recordTypes).find(({ kinds }) => kinds.includes(set));
  return type?.parties['owner']?.departments[0] ?? null;
}

/** A single form; a fragment that is only part of other forms has none. */
function formStories(portal: Portal, file: string): StoryFile | null {
  const name = basename(file, '.yaml');
  const form = portal.forms[portal.namedForms[name] ?? ''];
  if (form === undefined) return null;
  const story = (exportName: string, label: string, data: Answers): Story => ({
    exportName,
    name: label,
    as: null,
    flags: {},
    scene: { show: 'form', hash: form.hash, data },
  });
  const filled = examplesIn(file).map((data, index) =>
    story(`Example${index + 1}`, `Filled in, example ${index + 1}`, data),
  );
  return {
    title: `Forms/${form.title} (${name})`,
    stories: [story('Empty', 'Empty', {}), ...filled],
  };
}

type Answers = Readonly<Record<string, unknown>>;

function examplesIn(file: string): readonly Answers[] {
  const written: { readonly examples?: readonly Answers[] } = parse(readFileSync(`${root}${file}`, 'utf8'));
  return written.examples ?? [];
}

function nameOf(dotted: string): string {
  return dotted.replaceAll(/(?:^|[^a-zA-Z0-9]+)([a-zA-Z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
