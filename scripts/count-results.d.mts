export interface FileResult {
  name: string;
  status: string;
  assertionResults: { status: string; meta?: { engine?: { name: string; version: string } } }[];
}
export function countResults(results: readonly FileResult[]): { passed: number; failed: number; skipped: number };
export function databasesLine(results: readonly FileResult[]): string;
export interface Duration {
  name: string;
  seconds: number;
}
export function durations(stages: readonly Duration[], files: readonly Duration[]): string;
