/**
 * Checks the imports of every source file against .dependency-cruiser.mjs. `node scripts/import-rules.mjs [FOLDER]
 * [MINIMUM]`: a checkout (default: this one) and how many modules must at least have been read.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import swc from '@swc/core';
import { cruise } from 'dependency-cruiser';
import rules from '../.dependency-cruiser.mjs';

// dependency-cruiser hands every file to swc as TypeScript without JSX, and stops at the first .tsx.
const parse = swc.parseFileSync;
swc.parseFileSync = (file, options) => parse(file, { ...options, tsx: file.endsWith('.tsx') });

const folder = resolve(process.argv[2] ?? join(import.meta.dirname, '..'));
const minimum = Number(process.argv[3] ?? 120);
const roots = ['core', 'src', 'sw', 'server', 'tests'].filter((root) => existsSync(join(folder, root)));

process.chdir(folder);
const { options, ...ruleSet } = rules;
const { output } = await cruise(roots, { ...options, ruleSet, validate: true, outputType: 'json' });
const result = typeof output === 'string' ? JSON.parse(output) : output;
const own = result.modules.filter(({ source }) => roots.some((root) => source.startsWith(`${root}/`)));
const edges = own.reduce((sum, { dependencies }) => sum + dependencies.length, 0);

for (const { rule, from, to, cycle } of result.summary.violations) {
  const through = cycle?.length ? ` (through ${cycle.map(({ name }) => name).join(' → ')})` : '';
  console.error(`${rule.name}: ${from} → ${to}${through}`);
}
const tooFew = own.length < minimum || edges < own.length;
if (tooFew) {
  console.error(`Only ${own.length} modules with ${edges} imports were read; at least ${minimum} are expected.`);
}
console.log(`${own.length} modules, ${edges} imports, ${result.summary.violations.length} violations`);
process.exit(result.summary.violations.length || tooFew ? 1 : 0);
