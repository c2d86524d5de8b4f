/**
 * Loads demo data into the configured database, which must be empty (DATA_DIR or DATABASE_URL):
 * `npm run seed -- [--scale LOANS] [--seed TEXT] [--agent-loans LOANS]`.
 */
import { parseArgs } from 'node:util';
import { openDatabase } from '../db/open';
import { DEFAULT_SCALE, DEFAULT_SEED, DEMO_PASSWORD, demoSignIns, loadDemo } from '../demo';
import { readConfig } from '../platform/config';
import { runRoot, StartError } from '../platform/start-error';

const USAGE = 'Usage: npm run seed -- [--scale LOANS] [--seed TEXT] [--agent-loans LOANS]';

function readArguments() {
  const options = { scale: { type: 'string' }, seed: { type: 'string' }, 'agent-loans': { type: 'string' } } as const;
  let values: { scale?: string; seed?: string; 'agent-loans'?: string };
  try {
    ({ values } = parseArgs({ options }));
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n${USAGE}`);
  }
  const whole = (name: 'scale' | 'agent-loans', low: number, otherwise: number) => {
    const given = values[name];
    if (given === undefined) return otherwise;
    const number = Number(given);
    if (!Number.isInteger(number) || number < low || number > 20_000_000) {
      throw new StartError(`--${name} takes a whole number from ${low} to 20000000\n${USAGE}`);
    }
    return number;
  };
  return {
    scale: whole('scale', 100, DEFAULT_SCALE),
    agentLoans: whole('agent-loans', 0, 0),
    seed: values.seed ?? DEFAULT_SEED,
  };
}

runRoot(async () => {
  const options = readArguments();
  const opened = await openDatabase(readConfig());
  try {
    const { tenants, users, loans, dispositions, milliseconds } = await loadDemo(opened.db, {
      ...options,
      log: (line) => console.log(line),
    });
    const count = (number: number) => number.toLocaleString('en-IN');
    console.log(
      `${tenants} tenants, ${count(users)} users, ${count(loans)} loans and ${count(dispositions)} records in ${(milliseconds / 1000).toFixed(1)} s`,
    );
    const [first] = demoSignIns().filter(({ role }) => role === 'CRM_FIELDAGENT');
    console.log(`Sign in at ${first?.path} as ${first?.username}; everyone's password is ${DEMO_PASSWORD}`);
  } finally {
    await opened.close();
  }
});
