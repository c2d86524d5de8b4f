/**
 * A vitest reporter: writes the errors that came outside any test, which vitest's own JSON report leaves out, to the file
 * that `OUTSIDE_ERRORS` names: `[{ name, message }]`, `name` being the test file that ran (an absolute path) where it is known.
 */
import { writeFileSync } from 'node:fs';

export default class OutsideErrors {
  onTestRunEnd(_modules, errors) {
    const told = errors.map(({ VITEST_TEST_PATH: name, stack, message }) => ({ name, message: stack ?? message }));
    writeFileSync(process.env.OUTSIDE_ERRORS, JSON.stringify(told));
  }
}
