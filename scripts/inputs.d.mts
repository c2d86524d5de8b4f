import type { Plugin } from 'vite';
export type Part = 'client' | 'server';
export const INPUTS: Record<Part, string[]>;
export function inputFiles(part: Part): string[];
export function notListed(part: Part, used: Iterable<string>): string[];
export function onlyInputs(part: Part): Plugin;
