/** The icons beside labels; each is hidden from screen readers because of the label. */
export const iconPaths = {
  alert: 'M12 8v5m0 3.5v.01M12 3l9.5 17h-19z',
  back: 'M15 5l-7 7 7 7',
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 21h4',
  check: 'M4 12.5l5 5L20 6.5',
  chevron: 'M9 5l7 7-7 7',
  clock: 'M12 7v5l3.5 2M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
  close: 'M5 5l14 14M19 5L5 19',
  download: 'M12 4v12m-5-5l5 5 5-5M4 16v4h16v-4',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4',
  grid: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  hidden:
    'M3 3l18 18M10 5.3a9 9 0 0 1 2-.3c6 0 9.5 7 9.5 7a17 17 0 0 1-2.8 3.7M6.5 6.8A16 16 0 0 0 2.5 12s3.5 7 9.5 7a9 9 0 0 0 4.5-1.2M9.9 9.9a3 3 0 0 0 4.2 4.2',
  home: 'M4 11l8-7 8 7v9h-5v-6H9v6H4z',
  list: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
  mail: 'M3 6h18v12H3zM3 7l9 7 9-7',
  menu: 'M4 7h16M4 12h16M4 17h16',
  minus: 'M5 12h14',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  out: 'M14 4H5v16h9M10 12h11m-4-4l4 4-4 4',
  person: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20.5a7.5 7.5 0 0 1 15 0',
  photo: 'M4 7h4l1.5-2h5L16 7h4v12H4zM12 9.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z',
  plus: 'M12 5v14M5 12h14',
  report: 'M5 20V10M12 20V4M19 20v-7',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5L20 20',
  shown: 'M2.5 12S6 5 12 5s9.5 7 9.5 7-3.5 7-9.5 7-9.5-7-9.5-7zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2m0 16v2M2 12h2m16 0h2M5 5l1.4 1.4m11.2 11.2L19 19M19 5l-1.4 1.4M6.4 17.6L5 19',
  swap: 'M4 8h15m-4-4l4 4-4 4M20 16H5m4-4l-4 4 4 4',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 14h10l1-14',
  turn: 'M20 12a8 8 0 1 1-2.6-5.9M20 3v4.5h-4.5',
  upload: 'M12 16V4m-5 5l5-5 5 5M4 16v4h16v-4',
  width: 'M4 5v14M20 5v14M8 12h8m-5-3l-3 3 3 3m2-6l3 3-3 3',
} as const;

export type IconName = keyof typeof iconPaths;

export function Icon({ name, size = 18 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'more' ? 3 : 1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={iconPaths[name]} />
    </svg>
  );
}
