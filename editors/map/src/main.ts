import { colours, type By } from './colours';
import { linkedWith, read } from './data';
import { draw } from './draw';
import { byId, element } from './elements';
import { host } from './host';
import type { Look } from './look';
import { regionNames } from './names';
import { Panel } from './panel';
import { searcher } from './search';
import { onTheme, theme } from './theme';

const data = read();
const linked = linkedWith(data);
const numbers = new Map(data.notes.map((note, at) => [note.path, at]));
const find = searcher(data);
const look: Look = {
  by: 'folder',
  colours: colours(data, 'folder'),
  theme: theme(),
  selected: null,
  hovered: null,
  hits: null,
  links: true,
  unlinked: false,
  bridges: false,
  orphans: false,
};

const box = byId<HTMLInputElement>('search');
const tip = byId('tip');
const renderer = draw(byId('picture'), data, look, linked);
const redraw = (): void => {
  renderer.refresh({ skipIndexation: true });
};
const place = host({
  hits: (text, paths) => {
    if (text === box.value) show(paths.flatMap((path) => numbers.get(path) ?? []), 'by words and meaning');
  },
  opened: (path) => {
    const at = path === null ? undefined : numbers.get(path);
    if (at !== undefined && at !== look.selected) select(at, false);
  },
});
const panel = new Panel(byId('panel'), data, linked, place, (at) => select(at, true));

function select(at: number | null, go: boolean): void {
  look.selected = at;
  if (at === null) panel.clear();
  else panel.note(at);
  redraw();
  const point = at === null ? undefined : renderer.getNodeDisplayData(String(at));
  if (go && point) void renderer.getCamera().animate({ x: point.x, y: point.y }, { duration: 300 });
}

function show(found: number[], by: string): void {
  look.selected = null;
  look.hits = new Set(found);
  panel.hits(found, by);
  redraw();
}

box.addEventListener('input', () => {
  if (box.value.trim() === '') {
    look.hits = null;
    select(null, false);
    return;
  }
  show(find(box.value), 'by words');
  place.search(box.value);
});
addEventListener('keydown', (event) => {
  if (event.key === '/' && document.activeElement !== box) {
    event.preventDefault();
    box.focus();
  }
  if (event.key === 'Escape') {
    box.value = '';
    look.hits = null;
    select(null, false);
  }
});

renderer.on('enterNode', ({ node, event }) => {
  look.hovered = Number(node);
  const note = data.notes[look.hovered];
  tip.replaceChildren(element('strong', '', note?.title ?? ''), element('span', '', note?.excerpt ?? ''));
  tip.hidden = false;
  const left = Math.min(event.x + 16, innerWidth - tip.offsetWidth - 8);
  const top = Math.min(event.y + 16, innerHeight - tip.offsetHeight - 8);
  tip.style.transform = `translate(${Math.max(left, 8)}px, ${Math.max(top, 8)}px)`;
  redraw();
});
renderer.on('leaveNode', () => {
  look.hovered = null;
  tip.hidden = true;
  redraw();
});
renderer.on('clickNode', ({ node }) => {
  const at = Number(node);
  select(at, false);
  if (place.editor) place.open(data.notes[at]?.path ?? '');
});
renderer.on('doubleClickNode', ({ node, preventSigmaDefault }) => {
  preventSigmaDefault();
  const href = data.notes[Number(node)]?.href;
  if (!place.editor && href) open(href, '_blank', 'noopener');
});
renderer.on('clickStage', () => select(null, false));

function legend(): void {
  byId('legend').replaceChildren(
    ...look.colours.legend.map(({ name, colour }) => {
      const row = element('li', '', name);
      const dot = element('i');
      dot.style.background = colour;
      row.prepend(dot);
      return row;
    }),
  );
}
const by = byId<HTMLSelectElement>('by');
by.addEventListener('change', () => {
  look.by = by.value as By;
  look.colours = colours(data, look.by);
  legend();
  redraw();
});
for (const name of ['links', 'unlinked', 'bridges', 'orphans'] as const) {
  const check = byId<HTMLInputElement>(name);
  check.checked = look[name];
  check.addEventListener('change', () => {
    look[name] = check.checked;
    redraw();
  });
}
onTheme(() => {
  look.theme = theme();
  redraw();
});

const orphans = linked.filter((others) => others.size === 0).length;
byId('count').textContent = `${data.notes.length} notes · ${data.links.length} links · ${orphans} orphans`;
legend();
regionNames(byId('regions'), data, renderer);
// A note named after `#` in the address stands out from the beginning.
let wanted = location.hash.slice(1);
try {
  wanted = decodeURIComponent(wanted);
} catch {
  // A `%` that quotes nothing is a part of the name.
}
const named = numbers.get(wanted);
if (named !== undefined) select(named, true);
document.body.dataset['ready'] = 'true';
Object.assign(globalThis, { nearnoteMap: { renderer, data } });
