// What pip says while it works, and the same for a person; `$1` is the package.
const STEPS: readonly (readonly [RegExp, string])[] = [
  [
    /^\s*Downloading (?:\S*\/)?([A-Za-z0-9_.]+?)-\d\S*(?: \(([\d.]+ [kMG]B)\))?/,
    'downloading $1 $2',
  ],
  [/^\s*Using cached ([A-Za-z0-9_.]+?)-\d/, 'taking $1 from what was downloaded before'],
  [/^\s*Collecting ([A-Za-z0-9_.-]+)/, 'looking for $1'],
  [/^\s*Building wheel for ([A-Za-z0-9_.-]+)/, 'building $1'],
  [/^\s*Installing collected packages/, 'putting everything in its place'],
];

/** A line of pip's in words for the progress message; nothing when it says nothing to a person. */
export function stepWords(line: string): string | undefined {
  for (const [pattern, words] of STEPS) {
    const match = pattern.exec(line);
    if (match)
      return words
        .replace('$1', match[1] ?? '')
        .replace('$2', match[2] ?? '')
        .trim();
  }
  return undefined;
}

const FAILURES: readonly (readonly [RegExp, string])[] = [
  [
    /name resolution|getaddrinfo|Max retries|Connection(Error|RefusedError| refused| timed out| reset)|Network is unreachable|ProxyError|ReadTimeout/i,
    'The package index could not be reached. Is this machine online, or behind a proxy?',
  ],
  [
    /SSL|CERTIFICATE_VERIFY/,
    'The package index could not be trusted: its certificate was not accepted.',
  ],
  [/No space left|ENOSPC|disk is full/i, 'The disk is full.'],
  [
    /Permission denied|EACCES|Access is denied/i,
    'The folder of the extension may not be written to.',
  ],
];
const NO_BUILD = /No matching distribution found for ([A-Za-z0-9_.-]+)/i;

/** Why a set-up failed, in one sentence; the output has pip's own words. */
export function failureWords(output: string): string {
  const known = FAILURES.find(([pattern]) => pattern.test(output));
  if (known) return known[1];
  const missing = NO_BUILD.exec(output);
  if (missing) return `There is no build of ${missing[1]} for this Python and this machine.`;
  const errors = [...output.matchAll(/^\s*(?:ERROR|error):\s*(.+)$/gm)];
  const last = errors.at(-1)?.[1] ?? output.trim().split('\n').at(-1) ?? '';
  return last.trim() || 'It ended without a word.';
}
