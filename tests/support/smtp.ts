/** A real SMTP server of this process: what the product sends is received, parsed and kept for the test to read. */
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';

export interface Mailbox {
  /** `smtp://user:password@127.0.0.1:<port>` */
  url: string;
  mails: ParsedMail[];
  /** Refuses so many of the next mails for good measure: 451 try again later. */
  refuse: number;
  /** Addresses of which it says for good that nobody has them. */
  unknown: Set<string>;
  /** The first mail to an address (with that subject), waited for; it leaves the box. */
  take(address: string, subject?: RegExp): Promise<ParsedMail>;
  close(): Promise<void>;
}

export async function startMailbox(): Promise<Mailbox> {
  const box: Omit<Mailbox, 'url' | 'take' | 'close'> = { mails: [], refuse: 0, unknown: new Set() };
  const waiting = new Set<() => void>();
  const server = new SMTPServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      if (username === 'recoup' && password === 'letters') done(null, { user: username });
      else done(new Error('Not allowed'));
    },
    onRcptTo({ address }, _session, done) {
      done(box.unknown.has(address) ? Object.assign(new Error('No such mailbox'), { responseCode: 550 }) : null);
    },
    onData(stream, _session, done) {
      simpleParser(stream).then((mail) => {
        if (box.refuse > 0) {
          box.refuse -= 1;
          return done(Object.assign(new Error('Try again later'), { responseCode: 451 }));
        }
        box.mails.push(mail);
        for (const wake of [...waiting]) wake();
        return done();
      }, done);
    },
  });
  const port = await new Promise<number>((resolve) => {
    const listening = server.listen(0, '127.0.0.1', () => {
      const address = listening.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
  const addressOf = (mail: ParsedMail): string => {
    const to = Array.isArray(mail.to) ? mail.to[0] : mail.to;
    return to?.value[0]?.address?.toLowerCase() ?? '';
  };
  return Object.assign(box, {
    url: `smtp://recoup:letters@127.0.0.1:${port}`,
    take(address: string, subject = /./): Promise<ParsedMail> {
      return new Promise((resolve, reject) => {
        const look = () => {
          const index = box.mails.findIndex(
            (mail) => addressOf(mail) === address.toLowerCase() && subject.test(mail.subject ?? ''),
          );
          const [mail] = index < 0 ? [] : box.mails.splice(index, 1);
          if (!mail) return;
          clearTimeout(late);
          waiting.delete(look);
          resolve(mail);
        };
        const late = setTimeout(() => {
          waiting.delete(look);
          reject(new Error(`No mail for ${address}; there are ${box.mails.length} others`));
        }, 15_000);
        waiting.add(look);
        look();
      });
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  });
}
