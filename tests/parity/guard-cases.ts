/**
 * The results of navigation, from the specification alone: one table for `decide`, the server and the browser's
 * router.
 */

export interface GuardCase {
  readonly path: string;
  /** Department or alias; omitted: signed out. */
  readonly as?: string;
  /** Flags that differ from those of a demonstration account. */
  readonly can?: Readonly<Record<string, boolean>>;
  readonly expected: Expected;
}

export interface Expected {
  readonly outcome: 'show' | 'go' | 'not-found';
  /** Without the query that the sign-in page may carry. */
  readonly to?: string;
  readonly signOut?: boolean;
  readonly message?: string;
}

const signInFirst = 'Please sign-in first.';
const noAccess = 'Please Contact the administrator for your account';

const areas: Readonly<Record<string, string>> = {
  barangay: '/barangay',
  police: '/police',
  bplo: '/bplo',
  peso: '/peso',
  obo: '/engineering',
  bfp: '/bureau-of-fire',
  bic: '/immigration',
  mho: '/health',
  menro: '/menro',
  swmo: '/swmo',
  pmto: '/tourism',
  ptfrb: '/transportation',
  mto: '/treasurer',
  mayor: '/mayor',
  admin: '/admin',
  establishment: '/establishment',
  applicant: '/applicant',
  freelancer: '/freelancer',
};

const requesters = ['establishment', 'applicant', 'freelancer'];
const departments = Object.keys(areas);
const staffed = departments.filter((department) => !requesters.includes(department));
const offices = staffed.filter((department) => department !== 'mayor' && department !== 'admin');
const listed = [...offices, 'mayor'];

const show: Expected = { outcome: 'show' };
const notFound: Expected = { outcome: 'not-found' };
const signIn: Expected = { outcome: 'go', to: '/', signOut: false, message: signInFirst };
const turnedOut: Expected = { outcome: 'go', to: '/', signOut: true, message: noAccess };
const go = (to: string): Expected => ({ outcome: 'go', to, signOut: false });
const home = (department: string): Expected => go(areas[department] ?? '/');
const credentials = (department: string): Expected => go(`${areas[department]}/change-credentials`);

/** Public pages open for signed-out visitors; signed-in visitors go home. */
const publicCases = [
  '/',
  '/registration',
  '/registration/establishment',
  '/registration/applicant',
  '/registration/freelancer',
].flatMap((path): GuardCase[] => [
  { path, expected: show },
  ...departments.map((as) => ({ path, as, expected: home(as) })),
]);

const openCases = ['/logout', '/temporary-permit/preview/some-permit'].flatMap((path): GuardCase[] => [
  { path, expected: show },
  ...departments.map((as) => ({ path, as, expected: show })),
  { path, as: 'bplo', can: { access: false }, expected: show },
  { path, as: 'bplo', can: { username_change: false }, expected: show },
]);

/** A path that no route matches, for everyone. */
const unknownCases = [
  '/nowhere',
  '/police/nowhere',
  '/establishment/negative-list/nowhere/some-slug',
  '/police//users',
  '//',
  '/%E0%A4%A/report',
  '/Police/users',
  '/pmto/users',
  '/mho/tourism/checklist/some-slug',
  '/bplo/transportation/appointment/some-check',
  '/pmto/menro/checklist/serial/some-slug/some-check',
].flatMap((path): GuardCase[] => [
  { path, expected: notFound },
  { path, as: 'police', expected: notFound },
  { path, as: 'establishment', can: { access: false }, expected: notFound },
]);

/** One page of each area, as its own department and as another one. */
const areaPages: Readonly<Record<string, readonly string[]>> = {
  barangay: ['/barangay/users', '/barangay/barangay-clearance', '/barangay/captain-approval/some-slug'],
  police: ['/police', '/police/application-request', '/police/appointment/some-check'],
  bplo: [
    '/bplo/users',
    '/bplo/user/add-user',
    '/bplo/user/edit-user/some-user',
    '/bplo/validation',
    '/bplo/line-of-business/7',
  ],
  peso: ['/peso/user', '/peso/applicants', '/peso/print-working-permit/some-slug'],
  obo: [
    '/engineering',
    '/engineering/appointment-request',
    '/engineering/progress-negative-list/some-permit',
  ],
  bfp: ['/bureau-of-fire/appointment-request', '/bureau-of-fire/approval'],
  bic: ['/immigration/appointment', '/immigration/appointment/some-slug'],
  mho: ['/health/health-card', '/health/sanitary/some-slug', '/health/approval'],
  menro: ['/menro/application', '/menro/appointment/checklist/some-slug'],
  swmo: ['/swmo/appointment-request', '/swmo/approval', '/swmo/add-user'],
  pmto: ['/tourism/application', '/tourism/approval', '/tourism/edit-user/some-user'],
  ptfrb: ['/transportation/application/some-slug', '/transportation/appointment'],
  mto: ['/treasurer/rpt-request', '/treasurer/water-request/some-slug', '/treasurer/unifiied-form/some-slug'],
  mayor: ['/mayor', '/mayor/dashboard', '/mayor/users'],
  admin: ['/admin', '/admin/users', '/admin/healthcard/some-slug'],
};

const staffCases = Object.entries(areaPages).flatMap(([own, pages]) =>
  pages.flatMap((path): GuardCase[] => [
    { path, expected: signIn },
    { path, as: own, expected: show },
    { path: `${path}/`, as: own, expected: show },
    { path, as: own, can: { access: false }, expected: turnedOut },
    { path, as: own, can: { username_change: false }, expected: credentials(own) },
    { path, as: own, can: { access: false, username_change: false }, expected: turnedOut },
    { path, as: own, can: { approve: false, email_verified: false }, expected: show },
    ...departments
      .filter((as) => as !== own)
      .map((as) => ({ path, as, can: { access: false }, expected: home(as) })),
  ]),
);

/** The two account pages open before and after the change, but not without access. */
const accountCases = staffed.flatMap((own) =>
  ['change-password', 'change-credentials'].flatMap((page): GuardCase[] => {
    const path = `${areas[own]}/${page}`;
    return [
      { path, expected: signIn },
      { path, as: own, expected: show },
      { path, as: own, can: { username_change: false }, expected: show },
      { path, as: own, can: { access: false }, expected: turnedOut },
      { path, as: 'applicant', expected: home('applicant') },
    ];
  }),
);

const establishmentPages = [
  '/establishment/application',
  '/establishment/application/apply',
  '/establishment/negative-list',
  '/establishment/negative-list/some-application',
  '/establishment/negative-list/pmto/some-clearance',
  '/establishment/negative-list/assessment-requirement/some-clearance',
  '/establishment/transportation/some-slug/puv-puj-requirements/some-check',
  '/establishment/tourism-compliance-certificate/accommodation/some-slug/some-check',
  '/establishment/tourism-compliance-certificate/touris-guide/some-slug/some-check',
  '/establishment/tourism-compliance-certificate/tourist-guide/some-slug/some-check',
  '/establishment/menro/some-slug/serial/some-check',
  '/establishment/police/some-slug/cctv-requirements/some-check',
  '/establishment/employee',
  '/establishment/seminar',
  '/establishment/verify-account',
  '/establishment/feedback/some-permit',
  '/establishment/messages',
  '/establishment/change-password',
  '/establishment/change-credentials',
];

const establishmentCases = establishmentPages.flatMap((path): GuardCase[] => [
  { path, expected: signIn },
  { path, as: 'establishment', expected: show },
  { path, as: 'establishment', can: { username_change: false, email_verified: false }, expected: show },
  { path, as: 'establishment', can: { access: false }, expected: turnedOut },
  { path, as: 'pmto', expected: home('pmto') },
  { path, as: 'applicant', expected: home('applicant') },
]);

/** Applicants and freelancers only need the department. */
const requesterCases = Object.entries({
  applicant: [
    '/applicant',
    '/applicant/application',
    '/applicant/application/barangay-occupational-clearance',
  ],
  freelancer: [
    '/freelancer',
    '/freelancer/permit',
    '/freelancer/permit/',
    '/freelancer/permit/application',
    '/freelancer/permit/application/health-card/some-clearance',
    '/freelancer/permit/application/police/some-clearance/some-check',
    '/freelancer/change-password/',
  ],
}).flatMap(([own, pages]) =>
  pages.flatMap((path): GuardCase[] => [
    { path, expected: signIn },
    { path, as: own, expected: show },
    { path, as: own, can: { access: false, username_change: false }, expected: show },
    { path, as: 'establishment', expected: home('establishment') },
    { path, as: 'mayor', expected: home('mayor') },
  ]),
);

const sharedPages = [
  'accounts',
  'seminar',
  'add-seminar',
  'update-seminar/some-seminar',
  'invitation/some-seminar',
  'messages',
];

/** Below the department's key: another department with staff leads home, any other word is not found. */
const sharedCases = staffed.flatMap((own) =>
  sharedPages.flatMap((page): GuardCase[] => {
    const other = staffed.find((department) => department !== own) ?? '';
    return [
      { path: `/${own}/${page}`, expected: signIn },
      { path: `/${own}/${page}`, as: own, expected: show },
      { path: `/${own}/${page}`, as: own, can: { access: false }, expected: turnedOut },
      { path: `/${own}/${page}`, as: own, can: { username_change: false }, expected: credentials(own) },
      { path: `/${other}/${page}`, as: own, expected: home(own) },
      { path: `/${other}/${page}`, as: own, can: { access: false }, expected: home(own) },
      { path: `/somebody/${page}`, as: own, expected: notFound },
      { path: `/somebody/${page}`, expected: signIn },
    ];
  }),
);

const officePages = [
  'negative-list/some-application',
  'temporary-permit',
  'temporary-permit/assessment/some-permit/some-temp',
  'temporary-permit/approval/some-permit/some-temp',
  'temporary-permit/vieww-assessment/some-permit/some-temp',
  'temporary-permit/view-assessment/some-permit/some-temp',
  'report',
  'affidavit',
  'feedback',
  'unifiied-form/some-application',
  'unified-form/some-application',
];

/** One of the fourteen, and only their own: everything else is not found. */
const officeCases = listed.flatMap((own) =>
  officePages.flatMap((page): GuardCase[] => {
    const other = listed.find((department) => department !== own) ?? '';
    return [
      { path: `/${own}/${page}`, expected: signIn },
      { path: `/${own}/${page}`, as: own, expected: show },
      { path: `/${own}/${page}`, as: own, can: { access: false }, expected: turnedOut },
      { path: `/${own}/${page}`, as: own, can: { username_change: false }, expected: credentials(own) },
      { path: `/${other}/${page}`, as: own, expected: notFound },
      { path: `/${other}/${page}`, as: own, can: { access: false }, expected: notFound },
    ];
  }),
);

const unlistedCases: GuardCase[] = [
  { path: '/foo/report', expected: signIn },
  { path: '/foo/report', as: 'police', expected: notFound },
  { path: '/admin/report', as: 'admin', expected: notFound },
  { path: '/establishment/report', as: 'establishment', expected: notFound },
  { path: '/establishment/report', expected: signIn },
  { path: '/applicant/affidavit', as: 'applicant', expected: notFound },
];

/** Each preview belongs to one office, below its key. */
const previews: Readonly<Record<string, readonly string[]>> = {
  barangay: ['barangay-clearance/preview'],
  police: ['police/checklist'],
  bic: ['immigration/preview'],
  mho: ['health-card/preview', 'sanitary/preview'],
  obo: ['occupancy/preview'],
  swmo: ['swmo/preview'],
  pmto: ['tourism/checklist'],
  bfp: ['bureau-of-fire/preview'],
  peso: ['peso/preview'],
  mto: ['treasurer/rpt/preview', 'treasurer/assessment-requirements/preview', 'treasurer/water/preview'],
  ptfrb: ['transportation/preview'],
  menro: ['menro/preview'],
};

const previewCases = Object.entries(previews).flatMap(([own, pages]) =>
  pages.flatMap((page) =>
    ['some-slug', 'some-slug/some-check'].flatMap((slugs): GuardCase[] => {
      const other = own === 'bplo' ? 'police' : 'bplo';
      return [
        { path: `/${own}/${page}/${slugs}`, expected: signIn },
        { path: `/${own}/${page}/${slugs}`, as: own, expected: show },
        { path: `/${own}/${page}/${slugs}`, as: other, expected: notFound },
        { path: `/${own}/${page}/${slugs}`, as: own, can: { access: false }, expected: turnedOut },
        { path: `/${other}/${page}/${slugs}`, as: other, expected: notFound },
        { path: `/${other}/${page}/${slugs}`, expected: notFound },
      ];
    }),
  ),
);

const kindPreviewCases = [
  ['menro', 'menro/checklist/dive-shop-profile'],
  ['police', 'police/checklist/national-police-clearance'],
  ['pmto', 'tourism/checklist/fininancial-institution'],
  ['pmto', 'tourism/checklist/financial-institution'],
  ['pmto', 'tourism/checklist/accommodation'],
  ['ptfrb', 'transportation/checklist/motorbanca'],
].flatMap(([own = '', page = '']): GuardCase[] => {
  const path = `/${own}/${page}/some-slug/some-check`;
  return [
    { path, expected: signIn },
    { path, as: own, expected: show },
    { path, as: 'swmo', expected: notFound },
    { path: `/swmo/${page}/some-slug/some-check`, as: 'swmo', expected: notFound },
    { path, as: own, can: { username_change: false }, expected: credentials(own) },
  ];
});

/** An alias means its department everywhere. */
const aliasCases: GuardCase[] = [
  { path: '/police', as: 'pnp', expected: show },
  { path: '/pnp/report', as: 'police', expected: show },
  { path: '/pnp/report', as: 'pnp', expected: show },
  { path: '/police/report', as: 'pnp', expected: show },
  { path: '/rsi/accounts', as: 'mho', expected: show },
  { path: '/rsi/report', as: 'police', expected: notFound },
  { path: '/rsi/accounts', as: 'police', expected: home('police') },
  { path: '/pnp/police/checklist/some-slug', as: 'pnp', expected: show },
  { path: '/rsi/sanitary/preview/some-slug/some-check', as: 'rsi', expected: show },
  { path: '/health', as: 'rsi', expected: show },
  { path: '/', as: 'rsi', expected: home('mho') },
  { path: '/pnp', as: 'pnp', expected: notFound },
  { path: '/tourism/report', as: 'pmto', expected: notFound },
];

const remainingCases: GuardCase[] = [
  { path: '/establishment', expected: signIn },
  { path: '/establishment', as: 'establishment', expected: go('/establishment/application') },
  { path: '/establishment', as: 'establishment', can: { access: false }, expected: turnedOut },
  { path: '/establishment', as: 'mto', expected: home('mto') },
  { path: '/bfp/unifiied-form/some-slug', as: 'bfp', expected: show },
  { path: '/bfp/unifiied-form/some-slug', as: 'mto', expected: notFound },
  { path: '/ptfrb/transportation/appointment/some-check', as: 'ptfrb', expected: show },
  { path: '/ptfrb/transportation/appointment/some-check', as: 'bfp', expected: notFound },
  { path: '/police/users?page=2#top', as: 'police', expected: show },
  { path: '/%70olice/users', as: 'police', expected: show },
];

export const guardCases: readonly GuardCase[] = [
  ...publicCases,
  ...openCases,
  ...unknownCases,
  ...staffCases,
  ...accountCases,
  ...establishmentCases,
  ...requesterCases,
  ...sharedCases,
  ...officeCases,
  ...unlistedCases,
  ...previewCases,
  ...kindPreviewCases,
  ...aliasCases,
  ...remainingCases,
];

/** A case as one sentence, for titles. */
export function describeCase({ path, as, can, expected }: GuardCase): string {
  const flags = Object.entries(can ?? {}).map(([flag, value]) => `${value ? '' : '!'}${flag}`);
  const who = as === undefined ? 'signed out' : [as, ...flags].join(' ');
  return `${path} as ${who}: ${expected.outcome} ${expected.to ?? ''}`.trimEnd();
}
