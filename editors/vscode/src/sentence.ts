/** What went wrong in one sentence: the server's errors are such sentences already. */
export function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
