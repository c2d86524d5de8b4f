export interface FileResult {
  name: string;
  status: string;
  assertionResults: { status: string; meta?: { engine?: { name: string; version: string } } }[];
}
export function countResults(results: readonly FileResult[]): { passed: number; failed: number; skipped: number };
/** An error outside any test; `name` is the file that ran, where it is known. */
export interface OutsideError {
  name?: string;
  message: string;
}
export interface Run {
  results: readonly FileResult[];
  outside: readonly OutsideError[];
}
export function hasSecondTry(name: string): boolean;
export function withSecondTry(
  first: Run,
  again: (names: string[]) => Promise<Run>,
): Promise<{ results: FileResult[]; outside: OutsideError[]; unstable: string[] }>;
export function databasesLine(results: readonly FileResult[]): string;
export interface Duration {
  name: string;
  seconds: number;
}
export function durations(stages: readonly Duration[], files: readonly Duration[]): string;
