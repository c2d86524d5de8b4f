/** Icons of the desk, beside those of `Icon`, which a phone in the field loads first. Same grid and stroke. */
const paths = {
  home: 'M4 11l8-7 8 7v9h-5.5v-6h-5v6H4z',
  dashboard: 'M4 4h7v9H4zM13 4h7v5h-7zM13 11h7v9h-7zM4 15h7v5H4z',
  tree: 'M9.5 3.5h5v4h-5zM3 16.5h5v4H3zM16 16.5h5v4h-5zM12 7.5v5M5.5 16.5v-4h13v4',
  trophy:
    'M7.5 4h9v6a4.5 4.5 0 0 1-9 0zM7.5 6H4v1.5A3.5 3.5 0 0 0 7.5 11M16.5 6H20v1.5a3.5 3.5 0 0 1-3.5 3.5M12 14.5V18M8 20.5h8',
  loans: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
  call: 'M5 4h4l1.5 5-2.5 1.5a11 11 0 0 0 5.5 5.5L15 13.5l5 1.5v4c0 1-.8 1.5-1.8 1.5C10.5 20 4 13.5 3.5 5.8 3.5 4.8 4 4 5 4zM15 3.5a5.5 5.5 0 0 1 5.5 5.5M15 7a2 2 0 0 1 2 2',
  settlement: 'M3 10l5-4 4 2.5L16 6l5 4-2 5-7 4.5L5 15zM12 8.5L9 12c1.5 1.5 3.5 1 4.5-.5l4 3.5',
  bell: 'M6 16.5V11a6 6 0 1 1 12 0v5.5l2 2H4zM10 21h4',
  portfolio: 'M3.5 7.5h17v12h-17zM9 7.5V4.5h6v3M3.5 12.5h17M12 11.5v2',
  allocate: 'M4 12h5M9 12c4 0 3-6 7-6h4M9 12c4 0 3 6 7 6h4M17.5 3.5L20 6l-2.5 2.5M17.5 15.5L20 18l-2.5 2.5',
  agency: 'M4 20.5V6l8-3v17.5M12 9h8v11.5M2.5 20.5h19M7 9.5h2M7 13h2M7 16.5h2M15 12.5h2M15 16.5h2',
  upload: 'M12 15.5V4.5M7.5 9L12 4.5 16.5 9M4.5 15v5h15v-5',
  balance: 'M12 3.5v17M8 20.5h8M5 7h14M5 7l-2.5 6.5a2.7 2.7 0 0 0 5 0zM19 7l-2.5 6.5a2.7 2.7 0 0 0 5 0z',
  headset:
    'M4 15v-3a8 8 0 1 1 16 0v3M4 14h3.5v6H6a2 2 0 0 1-2-2zM20 14h-3.5v6H18a2 2 0 0 0 2-2zM18 20c0 1-1.5 1.5-4 1.5',
  device: 'M7 3h10v18H7zM11 17.8h2M9.5 3v1.5h5V3',
  target: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 16.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM12 12v.01',
  clients: 'M4 20.5V9l8-5 8 5v11.5zM9 20.5v-6h6v6M9 10.5h.01M15 10.5h.01',
  import: 'M12 4v9M8 9.5l4 4 4-4M4 13.5v6h16v-6',
  mapping: 'M4 5h6v4H4zM4 15h6v4H4zM14 5h6v4h-6zM14 15h6v4h-6zM10 7h4M10 17c3 0 1-10 4-10',
  people:
    'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c.5-4 3-5.5 6.5-5.5s6 1.5 6.5 5.5M16 4.8a3.5 3.5 0 0 1 0 6.4M18 15c2 .6 3.2 2.2 3.5 5',
  insight: 'M4 20V4M4 20h16M8 16l3.5-4.5 3 2.5L20 7',
  predict: 'M12 3.5l1.8 5.2 5.2 1.8-5.2 1.8L12 17.5l-1.8-5.2L5 10.5l5.2-1.8zM18.5 16v4M16.5 18h4',
  revenue: 'M7 4.5h10.5M7 9h10.5M7 4.5h3.5a4.5 4.5 0 0 1 0 9H7l7 6.5',
  fees: 'M5 4h14v16.5l-3.5-2-3.5 2-3.5-2-3.5 2zM9 14l6-6M9.2 8.5v.01M14.8 13.5v.01',
  partners: 'M4 8h7v7H4zM13 8h7v7h-7zM7.5 8V4.5h9V8M7.5 15v4.5h9V15',
  rules: 'M4 6h9M17 6h3M15 4v4M4 12h3M11 12h9M9 10v4M4 18h9M17 18h3M15 16v4',
  report: 'M6 3.5h9l4 4v13H6zM14.5 3.5V8H19M9 12.5h7M9 16h7',
  dialer: 'M6 5h.01M12 5h.01M18 5h.01M6 11h.01M12 11h.01M18 11h.01M6 17h.01M12 17h.01M18 17h.01',
  encore: 'M5 4.5h14v15H5zM5 9.5h14M10 9.5v10',
  others: 'M5 12h.01M12 12h.01M19 12h.01',
  command:
    'M8.5 8.5h7v7h-7zM8.5 8.5H6A2.5 2.5 0 1 1 8.5 6zM15.5 8.5V6A2.5 2.5 0 1 1 18 8.5zM15.5 15.5H18a2.5 2.5 0 1 1-2.5 2.5zM8.5 15.5V18A2.5 2.5 0 1 1 6 15.5z',
  columns: 'M4 5h16v14H4zM9.5 5v14M14.5 5v14',
  menu: 'M4 6.5h16M4 12h16M4 17.5h16',
  keyboard: 'M3 6.5h18v11H3zM7 10h.01M10.5 10h.01M14 10h.01M17.5 10h.01M8 14h8',
  collapse: 'M4 5h16v14H4zM9.5 5v14M16 9.5L13.5 12l2.5 2.5',
  undo: 'M8.5 5L4 9.5 8.5 14M4 9.5h10a5.5 5.5 0 0 1 0 11H10',
} as const;

export type DeskIconName = keyof typeof paths;

/** Decorative: words or the label of its button stand beside it. `size` in any CSS length. */
export function DeskIcon({ name, size = '1.25rem' }: { name: DeskIconName; size?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'dialer' || name === 'others' ? 3 : 1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      style={{ width: size, height: size, flex: 'none' }}
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  );
}
