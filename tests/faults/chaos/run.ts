/** `npm run test:chaos -- [--runs N] [--seed S]`: seeded days of an agent whose phone, network and server die in turn. */
import { parseArgs } from 'node:util';
import { runChaos } from './chaos';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '60' }, seed: { type: 'string' } } });
const runs = Number(values.runs);
const seed = values.seed === undefined ? (Date.now() % 100_000) * 10 : Number(values.seed);
if (!Number.isInteger(runs) || runs < 1 || !Number.isInteger(seed) || seed < 0) {
  console.error('Usage: npm run test:chaos -- [--runs N] [--seed S]   (whole numbers)');
  process.exit(1);
}
const started = Date.now();
const range = `seeds ${seed} to ${seed + runs - 1}`;
const seeds = Array.from({ length: runs }, (_, at) => seed + at);
const report = await runChaos({ seeds, say: (line) => console.log(line) });
for (const failure of report.failures) console.error(`\n${failure}`);
console.log(
  [
    '',
    `${report.runs} runs, ${range}`,
    `  saved     ${report.saved} visits with ${report.photos} photos, and ${report.unread} whose "Saved" nobody lived to read`,
    `  kills     ${report.phoneKills} phones, ${report.serverKills} servers`,
    `  lost      ${report.lost}`,
    `  doubled   ${report.doubled}`,
    `  wrong     ${report.wrong}`,
    '',
    `chaos, ${range}: ${report.runs} runs in ${Math.round((Date.now() - started) / 1000)} s, ${report.saved} saved, ${report.lost} lost, ${report.doubled} doubled, ${report.wrong} wrong, ${report.failures.length} runs failed`,
  ].join('\n'),
);
process.exit(report.failures.length > 0 ? 1 : 0);
