/** The duration of one decision, including matching, at 400 and at 4,000 routes. */
import { compilePortal } from '../../engine/config/compile.ts';
import { decide } from '../../engine/portal/routing/decide.ts';
import type { Portal } from '../../engine/portal/model/portal.ts';
import type { Visitor } from '../../engine/portal/model/department.ts';
import { generatedConfig } from './generated-config.ts';
import { nanosecondsPerCall, type Comparison } from './measure.ts';

const limit = 5_000;

export function run(): Comparison[] {
  const small = portalOf(0);
  const copies = Math.ceil((4_000 - small.routes.length) / 2);
  const times = [small, portalOf(copies)].map((portal) => ({
    routes: portal.routes.length,
    time: nanosecondsPerCall(decideOnce(portal), 20_000),
  }));
  const growth = (times[1]?.time ?? Number.NaN) / (times[0]?.time ?? Number.NaN);
  return [
    ...times.map(({ routes, time }) => ({
      name: `decide with match, ${routes} routes`,
      unit: 'ns',
      ours: time,
      floor: null,
      ratio: null,
      goal: 'at most 5,000 ns',
      isMet: time <= limit,
    })),
    {
      name: 'decide, growth from small to large',
      unit: 'times',
      ours: growth,
      floor: null,
      ratio: null,
      goal: 'flat: at most 1.5',
      isMet: growth <= 1.5,
    },
  ];
}

function portalOf(copies: number): Portal {
  const { portal, diagnostics } = compilePortal(generatedConfig(copies), { proofs: false });
  if (!portal) throw new Error(`The generated configuration does not compile: ${diagnostics[0]?.message}`);
  return portal;
}

/** Iterates over varied paths and departments, so that none stays in a cache by chance. */
function decideOnce(portal: Portal): () => void {
  const visitors: Visitor[] = Object.values(portal.departments).map((department) => ({
    signedIn: true,
    account: null,
    department: department.key,
    unit: null,
    flags: Object.fromEntries(Object.entries(department.flags).map(([name, flag]) => [name, flag.default])),
    name: '',
    username: '',
  }));
  // The same number at both sizes, so that the processor caches behave alike.
  const every = Math.floor(portal.routes.length / 300);
  const paths = portal.routes
    .filter((_, index) => index % every === 0)
    .map(({ path }) => path.replaceAll(/\{(\w+)\}/g, 'a1b2c3'));
  let step = 0;
  return () => {
    step++;
    const visitor = visitors[step % visitors.length];
    const path = paths[(step * 7) % paths.length];
    if (visitor && path) decide({ portal, visitor }, path);
  };
}
