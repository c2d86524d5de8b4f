/** `node scripts/words.mjs [FOLDER]`: every text of the screens goes through the catalogue; see words/check.ts. */
import './node-version.mjs';
import { run } from './processes.mjs';

const { code } = await run(process.execPath, [
  '--import',
  import.meta.resolve('tsx'),
  'scripts/words/main.ts',
  ...process.argv.slice(2),
]);
process.exitCode = code;
