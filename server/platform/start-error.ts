/** A reason not to start that a person can mend. Its message is the one line they see; no stack is shown. */
export class StartError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StartError';
  }
}
