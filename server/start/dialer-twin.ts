/**
 * The dialer twin as a program of its own: `npm run dialer-twin -- [--port 8181] [--speed 5] [--predictive]`, beside the
 * demo by itself. With DIALER_SERVICE and DIALER_SERVICE_TOKEN it reports to a server.
 */
import { parseArgs } from 'node:util';
import { runRoot, StartError } from '../platform/start-error';
import { startTwin } from '../twin';

const USAGE =
  'Usage: npm run dialer-twin -- [--port PORT] [--speed TIMES] [--seed NUMBER] [--vendor NUMBER] [--predictive] [--origin URL]… [--recordings FOLDER]';

runRoot(async () => {
  const options = {
    port: { type: 'string', default: '8181' },
    speed: { type: 'string', default: '1' },
    seed: { type: 'string' },
    vendor: { type: 'string' },
    predictive: { type: 'boolean', default: false },
    origin: { type: 'string', multiple: true, default: [] as string[] },
    recordings: { type: 'string' },
  } as const;
  let values: ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];
  try {
    ({ values } = parseArgs({ options }));
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n${USAGE}`);
  }
  const [port, speed] = [Number(values.port), Number(values.speed)];
  const numberOf = (given: string | undefined) => (given === undefined ? undefined : Number(given));
  const [seed, vendor] = [numberOf(values.seed), numberOf(values.vendor)];
  if (
    !Number.isInteger(port) ||
    port < 0 ||
    port > 65_535 ||
    !(speed > 0) ||
    Number.isNaN(seed) ||
    Number.isNaN(vendor)
  ) {
    throw new StartError(USAGE);
  }
  const { DIALER_SERVICE: service, DIALER_SERVICE_TOKEN: token } = process.env;
  try {
    const twin = await startTwin({
      port,
      speed,
      predictive: values.predictive,
      origins: values.origin,
      ...(seed !== undefined && { seed }),
      ...(vendor !== undefined && { vendor }),
      ...(values.recordings && { recordings: values.recordings }),
      ...(service && token && { server: { service, token } }),
      log: (text) => console.log(`Dialer twin: ${text}`),
    });
    console.log(`Dialer twin: listens at ws://127.0.0.1:${twin.port}`);
    const end = () => void twin.close().finally(() => process.exit(0));
    process.on('SIGTERM', end);
    process.on('SIGINT', end);
    // Started by a server, it ends with it, however that ended.
    process.on('disconnect', end);
    // It may have ended while the twin was starting; then nothing more is told.
    if (process.channel === null) end();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
      throw new StartError(`Dialer twin: port ${port} is taken on this machine, so it does not run`);
    }
    throw error;
  }
});
