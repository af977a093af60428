// What the layers below say of a connection that is gone.
const LOST =
  /connection (got|is) (disposed|closed)|pending response rejected|stream was destroyed|EPIPE|ECONNRESET|write after end|client is not running|not ready/i;

/** What went wrong in one sentence: the server's errors are such sentences already. */
export function sentence(error: unknown): string {
  const message = messageOf(error);
  if (!LOST.test(message)) return message;
  return 'The nearnote server has just stopped. It starts again by itself; ask once more.';
}

const START: readonly (readonly [RegExp, string])[] = [
  [LOST, 'it ended at once; the output says more'],
  [/exited|crashed|couldn't (create connection|start)/i, 'it ended at once; the output says more'],
  [/ENOENT/, 'the program is not there'],
  [/EACCES|EPERM/, 'its file may not be run as a program'],
  [/ENOEXEC|UNKNOWN|bad CPU type|not a valid Win32/i, 'the program is not made for this machine'],
];

/** Why a program did not start, as the end of a sentence. */
export function startReason(error: unknown): string {
  const message = messageOf(error);
  return START.find(([pattern]) => pattern.test(message))?.[1] ?? message;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
