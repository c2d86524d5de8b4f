import { createElement, Fragment, type ReactNode } from 'react';
import { t } from './index';

/** A sentence with elements in it: `tx('PIN of {name}', { name: <strong>…</strong> })`. The language decides their order. */
export function tx(source: string, nodes: Readonly<Record<string, ReactNode>>): ReactNode {
  return t(source)
    .split(/\{(\w+)\}/)
    .map((part, index) => createElement(Fragment, { key: index }, index % 2 ? nodes[part] : part));
}
