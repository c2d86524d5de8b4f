/** What a change touches, asked of git. */
import { execFileSync } from 'node:child_process';

const git = (...args: string[]): string =>
  execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/** The commit that `HEAD` goes out from: where it left main, or on main itself the commit before it. */
function base(): string {
  const head = git('rev-parse', 'HEAD');
  for (const main of ['origin/main', 'main']) {
    try {
      const left = git('merge-base', 'HEAD', main);
      if (left !== head) return left;
    } catch {
      // A checkout without that branch.
    }
  }
  return git('rev-parse', 'HEAD^');
}

/** Paths from the repository's root, uncommitted ones among them; undefined where there is no git or no history to ask. */
export function changedFiles(): ReadonlySet<string> | undefined {
  try {
    return new Set(git('diff', '--name-only', base()).split('\n').filter(Boolean));
  } catch {
    return undefined;
  }
}
