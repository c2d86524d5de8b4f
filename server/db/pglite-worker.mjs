// The embedded database in a thread of its own, so that a long query never stops the server's event loop.
// Plain JavaScript, because a worker thread is loaded by Node itself, without tsx or a bundler in between.
// It knows no types: values come and go as PostgreSQL's text, converted by values.ts on the other side.
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';

const same = (text) => text;
const errorOf = (error) => ({
  message: String(error?.message ?? error),
  code: typeof error?.code === 'string' ? error.code : 'XX000',
  constraint: error?.constraint,
});

let db;
try {
  db = await PGlite.create({
    ...(workerData.folder && { dataDir: workerData.folder }),
    ...(workerData.prepared && { loadDataDir: new Blob([workerData.prepared]) }),
    relaxedDurability: false,
  });
  for (const table of [db.parsers, db.serializers]) for (const oid of Object.keys(table)) table[oid] = same;
  await db.exec("set time zone 'UTC'; set datestyle to 'ISO'; set client_min_messages to warning");
  parentPort.postMessage({ opened: true });
} catch (error) {
  parentPort.postMessage({ opened: false, error: errorOf(error) });
  process.exit();
}

const wire = (result) => ({
  rows: result?.rows ?? [],
  names: result?.fields.map((field) => field.name) ?? [],
  oids: result?.fields.map((field) => field.dataTypeID) ?? [],
});

const operations = {
  async query({ sql, parameters }) {
    if (parameters) return wire(await db.query(sql, parameters, { rowMode: 'array' }));
    return wire((await db.exec(sql, { rowMode: 'array' })).at(-1));
  },
  async copy({ sql, text }) {
    const result = await db.query(sql, [], { blob: new Blob([text]) });
    return result.affectedRows ?? 0;
  },
  async dump() {
    return new Uint8Array(await (await db.dumpDataDir('gzip')).arrayBuffer());
  },
  async close() {
    await db.close();
  },
};

// One at a time and in order; the sender owns the transactions.
let last = Promise.resolve();
parentPort.on('message', (message) => {
  last = last.then(async () => {
    try {
      parentPort.postMessage({ id: message.id, result: await operations[message.op](message) });
    } catch (error) {
      parentPort.postMessage({ id: message.id, error: errorOf(error) });
    }
    if (message.op === 'close') parentPort.close();
  });
});
