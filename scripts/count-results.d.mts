export interface FileResult {
  name: string;
  status: string;
  assertionResults: { status: string }[];
}
export function countResults(results: readonly FileResult[]): { passed: number; failed: number; skipped: number };
export function withSecondTry(
  results: readonly FileResult[],
  again: (names: string[]) => Promise<readonly FileResult[]>,
): Promise<{ results: FileResult[]; unstable: string[] }>;
