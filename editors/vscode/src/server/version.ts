/** The leading numbers of a version, `0.2.0.dev3` as [0, 2, 0]; nothing when there are none. */
export function releaseOf(version: string): number[] | undefined {
  const match = /^\D*?(\d+(?:\.\d+)*)/.exec(version.trim());
  return match?.[1]?.split('.').map(Number);
}

/** True when `version` was released before `wanted`; an unreadable version is not judged. */
export function isOlder(version: string, wanted: string): boolean {
  const mine = releaseOf(version);
  const theirs = releaseOf(wanted);
  if (!mine || !theirs) return false;
  for (let i = 0; i < Math.max(mine.length, theirs.length); i++) {
    const difference = (mine[i] ?? 0) - (theirs[i] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
