/**
 * Pays a payment link of the demo as its gateway would: `npm run pay -- PAY-LINK`. It calls the running server with the
 * secret that lies in the data folder of an installation without a gateway, and refuses where a real one is connected.
 */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { runtimeConfig } from '../../core/contract/system';
import { readConfig } from '../platform/config';
import { gatewaySecret, sign } from '../platform/signatures';
import { runRoot, StartError } from '../platform/start-error';

const USAGE = 'Usage: npm run pay -- http://localhost:3000/pay/…';

runRoot(async () => {
  const [link = ''] = process.argv.slice(2);
  if (!URL.canParse(link) || !new URL(link).pathname.startsWith('/pay/')) throw new StartError(USAGE);
  const config = readConfig();
  if (config.messageGatewayUrl || config.gatewaySecret)
    throw new StartError('A gateway is connected: payments are real here');
  if (!existsSync(config.dataDir))
    throw new StartError(`DATA_DIR must be that of the running server; ${config.dataDir} is not there`);
  const { origin, pathname } = new URL(link);
  const facts = runtimeConfig.safeParse(await (await fetch(`${origin}/config.json`)).json());
  if (!facts.success || !facts.data.demo) throw new StartError(`${origin} is not a server with demo data`);
  const page = await (await fetch(`${origin}${pathname}`)).text();
  const reference = /[;&]tr=([0-9A-Za-z]+)/.exec(page)?.[1];
  const rupees = /[;&]am=(\d+\.\d\d)/.exec(page)?.[1];
  if (!reference || !rupees) throw new StartError('This link cannot be paid any more');
  const event = JSON.stringify({
    gatewayRef: `DEMO${randomBytes(6).toString('hex').toUpperCase()}`,
    reference,
    amountPaise: Math.round(Number(rupees) * 100),
    paidAt: new Date().toISOString(),
    status: 'paid',
  });
  const answer = await fetch(`${origin}/api/v2/bmsPayment/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', ...sign(gatewaySecret(config), event, new Date()) },
    body: event,
  });
  console.log(`${answer.status} ${await answer.text()}`);
});
