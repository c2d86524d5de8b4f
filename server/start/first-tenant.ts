/**
 * Makes the first tenant of an installation and its super admin (DATA_DIR or DATABASE_URL):
 * `npm run first-tenant -- --name "Sahyadri Recovery" --admin "Devika Rao" --email devika@sahyadri.example [--zone Asia/Kolkata]`.
 * Prints the link with which they choose their password; everything else is set up in the browser.
 */
import { parseArgs } from 'node:util';
import { isEmail } from '../../core/domain/validators';
import { openDatabase } from '../db/open';
import { ApiError } from '../http/implement';
import { foundTenant } from '../modules/organisation';
import { systemClock } from '../platform/clock';
import { readConfig } from '../platform/config';
import { runRoot, StartError } from '../platform/start-error';

const USAGE = 'Usage: npm run first-tenant -- --name NAME --admin "FULL NAME" --email ADDRESS [--zone ZONE]';

function readArguments() {
  const text = { type: 'string' } as const;
  let values: { name?: string; admin?: string; email?: string; zone?: string };
  try {
    ({ values } = parseArgs({ options: { name: text, admin: text, email: text, zone: text } }));
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n${USAGE}`);
  }
  const { name = '', admin = '', email = '', zone = 'Asia/Kolkata' } = values;
  if (!name.trim() || !admin.trim() || !isEmail(email.trim())) throw new StartError(USAGE);
  return { name: name.trim(), fullName: admin.trim(), email: email.trim(), zone };
}

runRoot(async () => {
  const founding = readArguments();
  const config = readConfig();
  const opened = await openDatabase(config);
  try {
    const { link, expiresAt } = await foundTenant({ db: opened.db, clock: systemClock, config }, founding);
    console.log(`${founding.name} is set up. ${founding.fullName} signs in as ${founding.email.toLowerCase()}`);
    console.log(`and chooses a password here, until ${expiresAt.toISOString()}: ${link}`);
  } catch (error) {
    if (error instanceof ApiError) throw new StartError(error.message);
    throw error;
  } finally {
    await opened.close();
  }
});
