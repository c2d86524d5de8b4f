/** A reason not to start that a person can mend. Its message is the one line they see; no stack is shown. */
export class StartError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StartError';
  }
}

/** Runs a root; a `StartError` ends the process with its one line, anything else with its stack. */
export function runRoot(root: () => Promise<void>): void {
  root().catch((error: unknown) => {
    console.error(error instanceof StartError ? error.message : error);
    process.exit(1);
  });
}
