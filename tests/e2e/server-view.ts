/** What the server holds, seen through its own API, as a signed-in person sees it. */
import { createHash } from 'node:crypto';
import type { Authenticated, SessionTokens } from '../../core/contract/auth';
import type { HistoryEntry, Loan } from '../../core/contract/loans';
import type { RuntimeConfig } from '../../core/contract/system';

export interface SignIn {
  role: string;
  username: string;
  password: string;
  path: string;
}

export class ServerView {
  private constructor(
    readonly origin: string,
    readonly tokens: SessionTokens,
    readonly userId: string,
    readonly tenantId: string,
  ) {}

  /** The demo sign-ins that the sign-in page lists. */
  static async signIns(origin: string): Promise<SignIn[]> {
    const answer = await fetch(`${origin}/config.json`);
    return ((await answer.json()) as RuntimeConfig).demoSignIns;
  }

  static async signInFor(origin: string, role: string): Promise<SignIn> {
    const found = (await ServerView.signIns(origin)).find((entry) => entry.role.toUpperCase() === role);
    if (!found) throw new Error(`The demo data has no sign-in for ${role}`);
    return found;
  }

  static async as(origin: string, who: Pick<SignIn, 'username' | 'password'>): Promise<ServerView> {
    const answer = await fetch(`${origin}/api/v1/profile/authenticate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: who.username, password: who.password }),
    });
    if (!answer.ok) throw new Error(`Sign-in of ${who.username} answered ${answer.status}: ${await answer.text()}`);
    const { data } = (await answer.json()) as Authenticated;
    return new ServerView(origin, data.authenticationResult, data.profile.id, data.profile.tenant.id);
  }

  async get<T>(path: string, headers: Record<string, string> = {}): Promise<T> {
    const answer = await fetch(this.origin + path, {
      headers: { authorization: `Bearer ${this.tokens.token}`, ...headers },
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  async post<T>(path: string, body: unknown): Promise<T> {
    const answer = await fetch(this.origin + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.tokens.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  /** Every loan this person works, over all pages. */
  async loans(): Promise<Loan[]> {
    return (await this.loansSince('')).loans;
  }

  /** Those of their loans that changed since `cursor`, and the cursor of now; '' is the beginning. */
  async loansSince(cursor: string): Promise<{ loans: Loan[]; cursor: string }> {
    const loans: Loan[] = [];
    for (let at = cursor; ; ) {
      const query = at ? `?cursor=${encodeURIComponent(at)}` : '';
      const { data } = await this.get<{ data: { loans: Loan[]; cursor: string; more: boolean } }>(
        `/api/v2/sync/loans${query}`,
      );
      loans.push(...data.loans);
      at = data.cursor;
      if (!data.more) return { loans, cursor: at };
    }
  }

  async history(loanId: string): Promise<HistoryEntry[]> {
    const page = await this.get<{ caseHistories: HistoryEntry[] }>(
      '/api/v1/call-disposition/caseHistory?pageNo=1&pageSize=100',
      { loanid: loanId },
    );
    return page.caseHistories;
  }

  /** SHA-256 of the original file as the server hands it out. */
  async hashOfFile(sha256: string): Promise<string> {
    const answer = await fetch(`${this.origin}/api/v2/attachments/${sha256}/file`, {
      headers: { authorization: `Bearer ${this.tokens.token}` },
    });
    if (!answer.ok) throw new Error(`The file ${sha256} answered ${answer.status}`);
    return createHash('sha256')
      .update(Buffer.from(await answer.arrayBuffer()))
      .digest('hex');
  }
}
