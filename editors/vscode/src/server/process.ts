import { execFile } from 'node:child_process';

/** What a finished program left: its exit code (null when it could not start) and its words. */
export interface Outcome {
  readonly code: number | null;
  readonly output: string;
}

export type Run = (command: string, args: readonly string[]) => Promise<Outcome>;

/** Runs a program to its end and never throws. */
export function run(
  command: string,
  args: readonly string[],
  options: { timeoutMs?: number; signal?: AbortSignal; onLine?: (line: string) => void } = {},
): Promise<Outcome> {
  return new Promise((resolve) => {
    const settings = {
      timeout: options.timeoutMs ?? 0,
      windowsHide: true,
      maxBuffer: 64 * 1024 * 1024,
      ...(options.signal && { signal: options.signal }),
    };
    const child = execFile(command, [...args], settings, (error, stdout, stderr) => {
      const failed = error === null ? 0 : typeof error.code === 'number' ? error.code : null;
      const reason = failed === null ? (error?.message ?? '') : '';
      resolve({ code: failed, output: [stdout, stderr, reason].filter(Boolean).join('\n') });
    });
    child.stdout?.on('data', (data: string) => {
      const line = data.trim().split('\n').at(-1);
      if (line) options.onLine?.(line);
    });
  });
}
