/** Runs the benches one after the other and prints what they found; `docs/bench.md` says what each row means. */
import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { ageing } from './rows/ageing';
import { allocation } from './rows/allocation';
import { coldStart } from './rows/cold-start';
import { demoData } from './rows/demo-data';
import { desk } from './rows/desk';
import { device } from './rows/device';
import { deviceApp } from './rows/device-app';
import { dispositions } from './rows/dispositions';
import { enqueue } from './rows/enqueue';
import { exports } from './rows/exports';
import { fieldList } from './rows/field-list';
import { initialJs } from './rows/initial-js';
import { loanFile } from './rows/loan-file';
import { loanImport } from './rows/loan-import';
import { pacing } from './rows/pacing';
import { predictivePop } from './rows/predictive-pop';
import { queryLoans } from './rows/query-loans';
import { reads } from './rows/reads';
import { rehearsal } from './rows/rehearsal';
import { replay } from './rows/replay';
import { settlements } from './rows/settlements';
import { storeLoans } from './rows/store-loans';
import { sync } from './rows/sync';
import { telecallers } from './rows/telecallers';
import type { Bench } from './support/bench';
import { chosenRows } from './support/choose';
import { jsonOf, type Result, table } from './support/result';

const BENCHES: readonly Bench[] = [
  initialJs,
  desk,
  coldStart,
  fieldList,
  storeLoans,
  queryLoans,
  replay,
  enqueue,
  dispositions,
  sync,
  device,
  deviceApp,
  demoData,
  loanFile,
  loanImport,
  pacing,
  telecallers,
  predictivePop,
  ageing,
  allocation,
  rehearsal,
  reads,
  settlements,
  exports,
];

const { values } = parseArgs({
  options: {
    json: { type: 'string' },
    only: { type: 'string', multiple: true },
    rounds: { type: 'string', default: '3' },
    loans: { type: 'string' },
  },
});
const known = BENCHES.flatMap((bench) => bench.rows);
let wanted = new Set<string>();
try {
  wanted = chosenRows(known, values.only);
  if (!values.only) for (const name of BENCHES.flatMap(({ byName = [] }) => byName)) wanted.delete(name);
} catch (error) {
  console.error((error as Error).message);
}
const rounds = Number(values.rounds);
const loans = values.loans === undefined ? undefined : Number(values.loans);
const isCount = (value: number) => Number.isInteger(value) && value >= 1;
if (wanted.size === 0 || !isCount(rounds) || !isCount(loans ?? 1)) {
  console.error(
    `Usage: npm run bench -- [--only NAME] [--json FILE] [--rounds N] [--loans N]\nNames: ${known.join(', ')}`,
  );
  process.exit(1);
}

const results: Result[] = [];
let failed = false;
for (const bench of BENCHES) {
  if (!bench.rows.some((name) => wanted.has(name))) continue;
  try {
    const found = await bench.run(wanted, { rounds, loans, say: (text) => console.error(`… ${text}`) });
    results.push(...found.filter((row) => wanted.has(row.name)));
  } catch (error) {
    failed = true;
    console.error(`${bench.rows.join(', ')} could not be measured:`, error);
  }
}
console.log(`\n${table(results)}\n`);
console.log(
  `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform}, median of ${rounds} rounds`,
);
if (values.json) writeFileSync(values.json, jsonOf(results));
// A missed goal is a finding, not a failure of the run; the JSON says so in `met`.
process.exit(failed ? 1 : 0);
