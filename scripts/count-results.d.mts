export interface FileResult {
  name: string;
  status: string;
  assertionResults: { status: string }[];
}
export function countResults(results: readonly FileResult[]): { passed: number; failed: number; skipped: number };
