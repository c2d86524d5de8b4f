/** Every icon in use, drawn on a 24-unit grid with a 1.75 stroke. A new one is one more line here. */
const paths = {
  today: 'M4 6.5h16v13H4zM4 10.5h16M8 3.5v4M16 3.5v4M9 15l2 2 4-4',
  loans: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
  ledger: 'M6 3.5h12v17l-3-2-3 2-3-2-3 2zM9.5 8.5h5M9.5 12.5h5',
  me: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c.8-4 3.8-5.5 7.5-5.5s6.7 1.5 7.5 5.5',
  home: 'M4 11l8-7 8 7v9h-5.5v-6h-5v6H4z',
  back: 'M19 12H5M11 6l-6 6 6 6',
  next: 'M9 5.5l6.5 6.5L9 18.5',
  down: 'M5.5 9l6.5 6.5L18.5 9',
  close: 'M6 6l12 12M18 6L6 18',
  check: 'M4.5 12.5l5 5 10-11',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5L20.5 20.5',
  filter: 'M4 7h16M7 12h10M10 17h4',
  sort: 'M7 4.5v15M3.5 16L7 19.5 10.5 16M17 19.5v-15M13.5 8L17 4.5 20.5 8',
  alert: 'M12 4L2.8 20h18.4zM12 10v4.5M12 17.3v.01',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5M12 7.8v.01',
  blocked: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM5.7 5.7l12.6 12.6',
  phone:
    'M5 4h4l1.5 5-2.5 1.5a11 11 0 0 0 5.5 5.5L15 13.5l5 1.5v4c0 1-.8 1.5-1.8 1.5C10.5 20 4 13.5 3.5 5.8 3.5 4.8 4 4 5 4z',
  pin: 'M12 21c5-5 7.5-8.5 7.5-11.5a7.5 7.5 0 1 0-15 0C4.5 12.5 7 16 12 21zM12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  navigate: 'M20.5 3.5L3.5 10.5l7 3 3 7z',
  camera: 'M3.5 7.5h4L9.5 5h5l2 2.5h4v12h-17zM12 17a3.8 3.8 0 1 0 0-7.5 3.8 3.8 0 0 0 0 7.5z',
  image: 'M4 5h16v14H4zM4 16l5-5 4 4 2.5-2.5L20 17M15.5 9.2v.01',
  microphone: 'M12 14.5a3 3 0 0 0 3-3v-5a3 3 0 1 0-6 0v5a3 3 0 0 0 3 3zM6 11.5a6 6 0 0 0 12 0M12 17.5V21',
  offline:
    'M3 3l18 18M8.5 15.5a5 5 0 0 1 5-1.3M5.5 12a9.5 9.5 0 0 1 4-2.2M2.5 8.5A14 14 0 0 1 7 5.8M11 5.1a14 14 0 0 1 10.5 3.4M15 10.1a9.5 9.5 0 0 1 3.5 1.9M12 19v.01',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5.2l3.5 2',
  sync: 'M4.5 10a8 8 0 0 1 14-3L20.5 9M20.5 4v5h-5M19.5 14a8 8 0 0 1-14 3L3.5 15M3.5 20v-5h5',
  trash: 'M4.5 7h15M9.5 7V4.5h5V7M6.5 7l1 13h9l1-13M10.3 11v5.5M13.7 11v5.5',
  edit: 'M4.5 19.5l1-4.5L16 4.5l3.5 3.5L9 18.5zM13.5 7l3.5 3.5',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  eyeOff:
    'M4 4l16 16M9.8 5.8A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a16 16 0 0 1-3 3.7M6.5 7.3A15.5 15.5 0 0 0 2.5 12S6 18.5 12 18.5c1.7 0 3.2-.5 4.5-1.2M10 10a3 3 0 0 0 4.1 4.2',
  sun: 'M12 16.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z',
  contrast: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 3v18M12 7l6.5 3.5M12 12l8.5 1M12 17l5.5 0',
  logout: 'M14 4H5v16h9M10 12h10.5M16.5 8l4 4-4 4',
  menu: 'M4 6.5h16M4 12h16M4 17.5h16',
  more: 'M12 5.5v.01M12 12v.01M12 18.5v.01',
  upload: 'M12 15V4M7 8.5l5-5 5 5M4.5 20h15',
  download: 'M12 4v11M7 10.5l5 5 5-5M4.5 20h15',
  plus: 'M12 5v14M5 12h14',
  lock: 'M5.5 11h13v9.5h-13zM8.5 11V7.5a3.5 3.5 0 0 1 7 0V11M12 15v2',
  rupee: 'M7 4.5h10.5M7 9h10.5M7 4.5h3.5a4.5 4.5 0 0 1 0 9H7l7 6.5',
  promise: 'M4 6.5h16v13H4zM4 10.5h16M8 3.5v4M16 3.5v4M12 13.5v4M10 15.5h4',
  share: 'M12 15V3.5M8 7l4-3.5L16 7M6 11H5v9.5h14V11h-1',
} as const;

export type IconName = keyof typeof paths;

/**
 * Decorative by default: put words beside it. `label` makes it speak for itself (icon-only buttons take their own
 * label instead). `size` in any CSS length, 1.25em by default.
 */
export function Icon({ name, size = '1.25em', label }: { name: IconName; size?: string; label?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      style={{ width: size, height: size, flex: 'none' }}
      role="img"
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <path d={paths[name]} />
    </svg>
  );
}

/** The product's mark; `public/icons` is drawn from the same shapes by scripts/icons.mjs. */
export function Mark({ size = '2rem' }: { size?: string }) {
  return (
    <svg viewBox="0 0 32 32" style={{ width: size, height: size, flex: 'none' }} aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#124e66" />
      <path d="M10 25V8.5h7.2a5.3 5.3 0 0 1 0 10.6H14" fill="none" stroke="#fff" strokeWidth="3.6" />
      <path d="M15.5 19l6.3 6" fill="none" stroke="#6fd3c5" strokeWidth="3.6" />
    </svg>
  );
}
