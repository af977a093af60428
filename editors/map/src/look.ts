import type { By, Colours } from './colours';
import type { Theme } from './theme';

/** What is looked at: all that changes while the page is open. */
export interface Look {
  by: By;
  colours: Colours;
  theme: Theme;
  selected: number | null;
  hovered: number | null;
  hits: Set<number> | null;
  links: boolean;
  unlinked: boolean;
  bridges: boolean;
  orphans: boolean;
}
